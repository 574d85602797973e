/**
 * The script of the sandbox, a demo line that visitors can try. The buttons Admit and Remove change the member's list
 * and the guest's phone, as in the product. The script makes no calls.
 */
import styles from '../features/sandbox/sandbox.module.css';

const stage = document.querySelector<HTMLElement>(`.${styles.stage}`);
if (stage) bringToLife(stage);

function bringToLife(stage: HTMLElement): void {
  /** The markup before the first action. */
  let rendered: Node | undefined;
  let countdown = 0;
  stage.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    if (button === null) return;
    rendered ??= stage.cloneNode(true);
    if (button.dataset['again'] !== undefined) {
      clearInterval(countdown);
      stage.replaceChildren(...rendered.cloneNode(true).childNodes);
      stage.querySelector<HTMLElement>('[data-kind="admit"]')?.focus();
      return;
    }
    const row = button.closest<HTMLElement>('[data-visit]');
    const { kind } = button.dataset;
    if (row === null || (kind !== 'admit' && kind !== 'remove')) return;
    const isMine = takeOut(stage, row, kind);
    if (!isMine) return;
    show(stage, kind === 'admit' ? 'turn' : 'removed');
    if (kind === 'admit') countdown = startHold(stage);
  });
}

/**
 * Removes a party's row from the line, and removes the party's figure from the phone's picture. Returns whether the
 * removed party is the party of the guest whose phone is shown.
 */
function takeOut(stage: HTMLElement, row: HTMLElement, kind: string): boolean {
  const before = rowsOf(stage);
  const index = before.indexOf(row);
  const isMine = index === Number(meOf(stage).dataset['slot']) && index === before.length - 1;
  const firstLook = before[0]?.querySelector('[data-kind="admit"]')?.className ?? '';
  row.remove();
  const left = rowsOf(stage);
  for (const [at, row] of left.entries()) {
    const place = row.firstElementChild;
    if (place) place.textContent = String(at + 1);
  }
  const [first] = left;
  if (first) {
    first.dataset['next'] = 'true';
    const admit = first.querySelector('[data-kind="admit"]');
    if (admit) admit.className = firstLook;
  }
  for (const count of all(stage, '[data-customers]')) {
    count.hidden = Number(count.dataset['customers']) !== left.length;
  }
  // Moves the focus to the row that moved up, for keyboard users.
  const next = left[Math.min(index, left.length - 1)]?.querySelector<HTMLElement>(`[data-kind="${kind}"]`);
  (next ?? stage.querySelector<HTMLElement>('[data-again]'))?.focus({ preventScroll: true });
  if (!isMine) stepForward(stage, index);
  return isMine;
}

/** Updates the phone's page: every figure behind the gap moves up, and the page shows the new number and sentence. */
function stepForward(stage: HTMLElement, gap: number): void {
  for (const figure of all(stage, '[data-slot]')) {
    const slot = Number(figure.dataset['slot']);
    if (slot === gap) figure.dataset['slot'] = '-1';
    if (slot > gap) figure.dataset['slot'] = String(slot - 1);
  }
  const ahead = Number(meOf(stage).dataset['slot']);
  for (const words of all(stage, '[data-ahead]')) words.hidden = Number(words.dataset['ahead']) !== ahead;
  const number = stage.querySelector('[data-view="waiting"] [aria-live] > span');
  if (!(number instanceof HTMLElement)) return;
  // The number gets a new element, so that the old number fades out under the new number, as on the real page.
  const fresh = number.cloneNode();
  if (!(fresh instanceof HTMLElement)) return;
  fresh.dataset['before'] = number.textContent ?? '';
  fresh.append(Object.assign(document.createElement('span'), { textContent: `#${ahead + 1}` }));
  number.replaceWith(fresh);
}

function show(stage: HTMLElement, view: string): void {
  for (const screen of all(stage, '[data-view]')) screen.hidden = screen.dataset['view'] !== view;
}

/** Starts the countdown of the hold. Returns the timer. */
function startHold(stage: HTMLElement): number {
  const clock = stage.querySelector<HTMLElement>('[data-hold-ms]');
  const endsAt = performance.now() + Number(clock?.dataset['holdMs']);
  const timer = window.setInterval(() => {
    const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
    const minutes = String(Math.floor(seconds / 60)).padStart(2, '0');
    if (clock) clock.textContent = `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
    if (seconds > 0) return;
    clearInterval(timer);
    for (const words of all(stage, '[data-hold]')) words.hidden = true;
    for (const words of all(stage, '[data-expired]')) words.hidden = false;
  }, 250);
  return timer;
}

/** The figure of the phone's own party: the last figure in the picture. */
function meOf(stage: HTMLElement): HTMLElement | SVGElement {
  const me = all(stage, '[data-slot]').at(-1);
  if (me === undefined) throw new Error('The sandbox has no line.');
  return me;
}

function rowsOf(stage: HTMLElement): HTMLElement[] {
  return [...stage.querySelectorAll<HTMLElement>('[data-visit]')];
}

function all(stage: HTMLElement, selector: string): HTMLElement[] {
  return [...stage.querySelectorAll<HTMLElement>(selector)];
}
