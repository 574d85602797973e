/** What the texts say, pure. One GSM-7 segment: 160 characters of its basic alphabet, whatever the business's name. */

const SEGMENT_LENGTH = 160;
/** Letters, digits and marks that GSM-7 and ASCII share, each one septet long. */
const OUTSIDE_GSM = /[^A-Za-z0-9 @$_!"#%&'()*+,\-./:;<=>?\n]/g;

/** The text of an admission. `link` is the guest's page; `holdMinutes` how long the spot is held. */
export function turnText(businessName: string, holdMinutes: number, link: string): string {
  const unit = holdMinutes === 1 ? 'minute' : 'minutes';
  const say = (name: string) =>
    `${name}: it's your turn. Please arrive within ${holdMinutes} ${unit}. ${link}`;
  const name = inGsm(withoutLinks(businessName)) || 'Your queue';
  const room = SEGMENT_LENGTH - say('').length;
  return say(name.length <= room ? name : `${name.slice(0, Math.max(0, room - 3)).trimEnd()}...`);
}

/** A name is no place for an address of somebody else: what would make one in a phone's eyes becomes a space. */
function withoutLinks(name: string): string {
  return name.replace(/:?\/+|(?<=\S)\.(?=\S)/g, ' ');
}

/** Latin letters lose their accents; what GSM-7 cannot say is left out. */
function inGsm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2013\u2014]/g, '-')
    .replace(OUTSIDE_GSM, '')
    .replace(/ +/g, ' ')
    .trim();
}
