/**
 * Replaces the locators' `click`, `fill` and `selectOptions` by events inside the page. The test runner's own actions
 * go through two other processes. The runner's actions take most of a test's time, and fail in a hidden frame. Key
 * presses still use the test runner's own action.
 */
import { expect } from 'vitest';
import { page, type Locator, type UserEventClickOptions } from 'vitest/browser';

const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]';
const DISABLED = ':disabled, [aria-disabled=true], [aria-disabled=true] *';

const locators: Locator = Object.getPrototypeOf(page.getByRole('main'));

export function actInPage(): void {
  Object.assign(locators, { click, fill, selectOptions });
}

/**
 * Clicks in the middle of the element as soon as it is enabled and nothing covers it. `force`: clicks at once, even if
 * another element covers it.
 */
async function click(this: Locator, { force = false }: UserEventClickOptions = {}): Promise<void> {
  const target = await found(this, (element) => (force ? atMiddleOf(element) : reachable(element)));
  const { x, y } = middleOf(target);
  const event = { clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true, detail: 1 };
  const pointer = { ...event, detail: 0, pointerId: 1, pointerType: 'mouse', isPrimary: true };
  target.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }));
  if (target.dispatchEvent(new MouseEvent('mousedown', { ...event, buttons: 1 }))) moveFocusTo(target);
  target.dispatchEvent(new PointerEvent('pointerup', pointer));
  target.dispatchEvent(new MouseEvent('mouseup', event));
  target.dispatchEvent(new PointerEvent('click', { ...pointer, detail: 1 }));
  await quiet();
}

async function fill(this: Locator, text: string): Promise<void> {
  const field = await found(this, fieldIn);
  field.focus();
  // `insertText` cannot fill a field with several parts (time, date). React notices a value only if the prototype's
  // setter has set it.
  if (field.type === 'time' || field.type === 'date') {
    Reflect.set(HTMLInputElement.prototype, 'value', text, field);
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    field.select();
    document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  }
  await quiet();
}

/** Chooses the option with this text or value. */
async function selectOptions(this: Locator, name: string): Promise<void> {
  const { select, option } = await found(this, (element) => optionOf(element, name));
  select.focus();
  option.selected = true;
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await quiet();
}

/**
 * Waits until this locator has one element and `fits` does not throw. Returns the result of `fits`. Waits for the next
 * frame first, because people act on the frame that they see.
 */
async function found<T>(locator: Locator, fits: (element: Element) => T): Promise<T> {
  await new Promise(requestAnimationFrame);
  await quiet();
  const results: T[] = [];
  await expect.poll(() => results.push(fits(locator.element()))).toBe(1);
  const [result] = results;
  if (result === undefined) throw new Error('Nothing was found.');
  return result;
}

/**
 * The element that a click in the middle of this element hits. Throws if this element is disabled, or if another
 * element covers it.
 */
function reachable(element: Element): Element {
  if (element.matches(DISABLED)) throw new Error('The element is disabled.');
  const met = atMiddleOf(element);
  if (!element.contains(met)) throw new Error(`${met.outerHTML} covers the element.`);
  return met;
}

function atMiddleOf(element: Element): Element {
  if (!element.checkVisibility({ visibilityProperty: true })) throw new Error('The element is not visible.');
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y } = middleOf(element);
  return document.elementFromPoint(x, y) ?? element;
}

function middleOf(element: Element): { x: number; y: number } {
  const [first = element.getBoundingClientRect()] = element.getClientRects();
  return { x: first.left + first.width / 2, y: first.top + first.height / 2 };
}

function moveFocusTo(target: Element): void {
  const focusable = target.closest(FOCUSABLE);
  if (focusable instanceof HTMLElement) focusable.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function fieldIn(element: Element): HTMLInputElement | HTMLTextAreaElement {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (!isField) throw new Error('The element is no field.');
  if (element.matches(DISABLED) || element.readOnly) throw new Error('The field takes no text now.');
  return element;
}

function optionOf(element: Element, name: string): { select: HTMLSelectElement; option: HTMLOptionElement } {
  if (!(element instanceof HTMLSelectElement)) throw new Error('The element is no choice.');
  if (element.matches(DISABLED)) throw new Error('The choice is disabled.');
  const option = [...element.options].find(({ label, value }) => label === name || value === name);
  if (option === undefined) throw new Error(`There is no option "${name}".`);
  return { select: element, option };
}

/** Waits for a task of the lowest priority, so that the page has finished its work. */
async function quiet(): Promise<void> {
  await scheduler.postTask(() => {}, { priority: 'background' });
}
