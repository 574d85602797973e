/**
 * Writes a newer status into the server's HTML of step 4. The result must equal the HTML that React renders from the
 * visit's new boot data, because React cannot hydrate different HTML. This script shows only changes of the place and
 * the start of the turn. React shows all other changes.
 */
import type { GuestPageBoot, StatusAnswer } from '../../../../shared/contracts/guest.ts';
import type { PlaceCopy } from '../../../../shared/copy/en/place.ts';
import { mmss } from '../../../lib/countdown.ts';
import picture from '../status/line-picture.module.css';
import { isLong, lineSlots, placeWords } from '../status/place-words.ts';
import step from '../status/status-step.module.css';
import type { LiveStatus } from '../visit/live-status.ts';
import { turnOf } from './turn-of.ts';

/** Returns a function that shows a newer status on the page, and stores the status in `visit`. */
export function drawStatus(
  copy: PlaceCopy,
  visit: NonNullable<GuestPageBoot['visit']>,
): (next: LiveStatus) => void {
  const { status: first } = visit;
  const root = document.getElementById('root');
  const template = document.querySelector<HTMLTemplateElement>('#turn');
  const line = [...(root?.childNodes ?? [])];
  // The script draws nothing if the page already shows the turn, or if the page comes from the service worker's cache,
  // which stores no rendered HTML.
  if (root === null || template === null || line.length === 0) return () => undefined;
  return ({ status, position, ahead, message, estimatedWaitMinutes, estimate, ...next }) => {
    const { holdEndsAt = '', serverNow } = next;
    if (status === 'waiting') {
      if (visit.isCalled) root.replaceChildren(...line);
      delete visit.isCalled;
      const place = { position, ahead, message, estimatedWaitMinutes, estimate, serverNow };
      visit.status = { ...first, ...place, customer: { ...first.customer, position } };
      document.title = copy.status.documentTitle(position, first.businessName);
      drawPlace(copy, visit.status);
    } else if (status === 'admitted' && !next.holdExpired) {
      visit.isCalled = true;
      visit.status = { ...turnOf(first), holdEndsAt, serverNow };
      root.replaceChildren(template.content.cloneNode(true));
      find('[role=timer]').textContent = mmss(Date.parse(holdEndsAt) - Date.parse(serverNow));
      document.title = `${find('h1').textContent} · ${first.businessName}`;
    }
  };
}

function drawPlace(copy: PlaceCopy, status: StatusAnswer): void {
  const { position } = status;
  const { ahead, parties, hint, wait } = placeWords(copy, status);
  const number = find(`.${step['number']}`);
  number.innerHTML = `<span>${copy.status.place(position)}</span>`;
  if (isLong(position)) number.setAttribute('data-long', 'true');
  else number.removeAttribute('data-long');
  find(`.${step['ahead']}`).innerHTML =
    ahead + (parties ? `<small>${parties}</small>` : '') + (hint ? `<br>${hint}` : '');
  find(`.${step['facts']} dd`).textContent = wait;
  drawLine(status.ahead);
}

function drawLine(ahead: number): void {
  const { shown, more, mine } = lineSlots(ahead);
  const ofFigures = `.${picture['figure']}`;
  const me = find(`.${picture['me']}`);
  for (const old of all(`.${picture['more']}`)) old.remove();
  const figures = all(ofFigures);
  const missing = shown + 1 - figures.length;
  // Removes the figures next to the door. The other figures then step forward.
  for (const gone of figures.slice(0, Math.max(0, -missing))) gone.remove();
  const joined = (figures[0]?.outerHTML ?? '').repeat(Math.max(0, missing));
  const rest = more > 0 ? `<text class="${picture['more']}" x="86" y="46">+${more}</text>` : '';
  me.insertAdjacentHTML('beforebegin', joined + rest);
  for (const [i, figure] of all(ofFigures).entries()) figure.setAttribute('data-slot', `${i - 1}`);
  for (const part of all(`.${picture['step']}:not(${ofFigures})`)) part.setAttribute('data-slot', `${mine}`);
}

function find(selector: string): Element {
  const [found] = all(selector);
  if (found === undefined) throw new Error(`The page has no ${selector}.`);
  return found;
}

function all(selector: string): Element[] {
  return [...document.querySelectorAll(`#root ${selector}`)];
}
