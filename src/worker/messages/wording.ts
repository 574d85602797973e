/** What the texts say, pure. One GSM-7 segment: 160 characters of its basic alphabet, whatever the business's name. */

const SEGMENT_LENGTH = 160;
/** Letters, digits and marks that GSM-7 and ASCII share, each one septet long. */
const OUTSIDE_GSM = /[^A-Za-z0-9 @$_!"#%&'()*+,\-./:;<=>?\n]/g;

/** What a text may take on its way without the minutes it names being fewer. */
const ON_THE_WAY_MS = 15_000;

/** The text of an admission. `link` is the guest's page; for `leftMs` from now the spot is held. */
export function turnText(businessName: string, leftMs: number, link: string): string {
  const say = (name: string) => `${name}: it's your turn. ${arrival(leftMs)} ${link}`;
  const name = inGsm(withoutLinks(businessName)) || 'Your queue';
  const room = SEGMENT_LENGTH - say('').length;
  return say(name.length <= room ? name : `${name.slice(0, Math.max(0, room - 3)).trimEnd()}...`);
}

/** Whole minutes, never more than there are. */
function arrival(leftMs: number): string {
  const minutes = Math.floor((leftMs + ON_THE_WAY_MS) / 60_000);
  if (minutes === 0) return 'Please come now.';
  return `Please arrive within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
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
