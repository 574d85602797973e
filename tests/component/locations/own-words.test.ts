/** The owner's own words for the turn text, with a preview of the text. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { controls, openPanel, saves, sentSettings, type } from '../support/settings-page.ts';
import { openShop } from '../support/shop.ts';

const words = () => controls().panel.getByRole('textbox', { name: 'Your own “it’s your turn” text' });
const preview = () => controls().panel.getByRole('figure', { name: 'What a guest gets' });

const linesOf = (figure: ReturnType<typeof preview>) =>
  [...figure.element().querySelectorAll('p')].map(({ innerText }) => innerText.replace(/http\S+/, '<link>'));

test('the text is shown as it will be sent, while its words are typed', async () => {
  openShop();
  await openPanel();
  await expect
    .element(words())
    .toHaveAccessibleDescription(
      'Use {business}, {minutes} and {link}. Leave it empty for our words, which are in the guest’s language. Your own text is sent as written, after your name and ours.',
    );
  expect(linesOf(preview())[0]).toMatch(
    / via Holdline: it's your turn\. (?:Please arrive within 5 minutes|Come within 5 min)\. <link> (?:Reply )?STOP to opt out\.?$/,
  );
  await saves(() => controls().hold.selectOptions('10 minutes'));
  await words().fill('Hi! {business} has your table for {minutes} min.');
  const [text, length, added] = linesOf(preview());
  expect(text).toMatch(
    /^Blue Door.* via Holdline: Hi! .+ has your table for 10 min\. <link> (?:Reply )?STOP to opt out\.?$/,
  );
  expect(length).toMatch(/^\d{2,3} of 160 characters: one text, one SMS credit$/);
  expect(added).toBe('The name, the link and how to stop texts are added if your words leave them out.');
  await saves(async () => words().element().blur());
  await openPanel();
  await expect.element(words()).toHaveValue('Hi! {business} has your table for {minutes} min.');
  await saves(() => type(words(), ''));
  await expect.poll(() => linesOf(preview())[0]).toContain("it's your turn");
});

test('the text that a turn is near is off, says what it costs, and is set to a place in line', async () => {
  openShop();
  await openPanel();
  const nearly = page.getByRole('combobox', { name: 'Also text guests when they are nearly there' });
  await expect.element(nearly).toHaveValue('0');
  await expect
    .element(nearly)
    .toHaveAccessibleDescription(
      'One more text, once, to guests who wait anywhere and have reached this place in line. Each costs as much as “it’s your turn”, and the last credits are kept for that text.',
    );
  const places = nearly
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
  expect(places.slice(0, 4)).toEqual(['Off', 'When they are next', '1 party ahead', '2 parties ahead']);
  expect(places).toHaveLength(11);
  await saves(() => nearly.selectOptions('2 parties ahead'));
  await openPanel();
  await expect.element(nearly).toHaveValue('3');
  await saves(() => nearly.selectOptions('Off'));
  await openPanel();
  await expect.element(nearly).toHaveValue('0');
});

test.for([
  ['Hi {name}', 'Only {business}, {minutes} and {link} can stand in braces.'],
  [
    'See menu.example',
    'Phones would read a part of this as a web address. Only {link} may be one: put a space after each full stop.',
  ],
  ['x'.repeat(120), 'That is too long for one text with the link in it. Please use fewer words.'],
] as const)(
  'words that cannot be sent are said at the field, and not saved: %s',
  async ([typed, sentence]) => {
    openShop();
    await openPanel();
    await type(words(), typed);
    await expect.element(words()).toHaveAccessibleDescription(expect.stringContaining(sentence));
    await expect.element(words()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(preview()).not.toBeInTheDocument();
    await expect.poll(() => sentSettings()).toEqual([]);
  },
);
