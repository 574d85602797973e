/** The owner's own words for the text of a turn, with the very text beside them. */
import { expect, test } from 'vitest';
import { openShop } from '../support/factories.ts';
import { journey } from '../support/harness.ts';
import { controls, descriptionOf, openPanel, saves, settingCalls } from '../support/settings-page.ts';

const here = journey();

const previewOf = async (panel: ReturnType<typeof controls>['panel']) =>
  (await panel.getByRole('figure', { name: 'What a guest gets' }).locator('p').allInnerTexts()).map((text) =>
    text.replace(/http\S+/, '<link>'),
  );

test('the text is shown as it will be sent, while its words are typed', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await openPanel(page);
  const { panel, hold } = controls(page);
  const words = panel.getByRole('textbox', { name: 'Your words for “it’s your turn”' });
  expect(await descriptionOf(words)).toBe(
    'Use {business}, {minutes} and {link}. Leave it empty for our words, which are in the guest’s language; yours go to every guest as they are.',
  );
  expect((await previewOf(panel))[0]).toMatch(
    /: it's your turn\. Please arrive within 5 minutes\. <link> (?:Reply )?STOP to opt out\.?$/,
  );
  await saves(page, () => hold.selectOption('10 minutes'));
  await words.fill('Hi! {business} has your table for {minutes} min.');
  const [text, length, added] = await previewOf(panel);
  expect(text).toMatch(/^Hi! .+ has your table for 10 min\. <link> (?:Reply )?STOP to opt out\.?$/);
  expect(length).toMatch(/^\d{2,3} of 160 characters: one text, one SMS credit$/);
  expect(added).toBe('The name, the link and how to stop texts are added where your words leave them out.');
  await saves(page, () => words.blur());
  await page.reload();
  await openPanel(page);
  expect(await words.inputValue()).toBe('Hi! {business} has your table for {minutes} min.');
  await saves(page, async () => {
    await words.fill('');
    await words.blur();
  });
  expect((await previewOf(panel))[0]).toContain("it's your turn");
});

test('the text that a turn is near is off, says what it costs, and is set to a place in line', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await openPanel(page);
  const nearly = controls(page).panel.getByRole('combobox', {
    name: 'Also text guests when they are nearly there',
  });
  expect(await nearly.inputValue()).toBe('0');
  expect(await descriptionOf(nearly)).toBe(
    'One more text, once, to guests who wait anywhere and have come up to this place in line. Each costs one SMS credit. The last credit is kept for “it’s your turn”.',
  );
  const places = await nearly.getByRole('option').allInnerTexts();
  expect(places.slice(0, 4)).toEqual(['Off', 'When they are next', '1 party ahead', '2 parties ahead']);
  expect(places).toHaveLength(11);
  await saves(page, () => nearly.selectOption('2 parties ahead'));
  await page.reload();
  await openPanel(page);
  expect(await nearly.inputValue()).toBe('3');
  await saves(page, () => nearly.selectOption('Off'));
  await page.reload();
  await openPanel(page);
  expect(await nearly.inputValue()).toBe('0');
});

test('words that cannot be sent are said at the field, and not saved', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await openPanel(page);
  const { panel } = controls(page);
  const words = panel.getByRole('textbox', { name: 'Your words for “it’s your turn”' });
  const calls: string[] = [];
  await page.route(settingCalls, (route) => {
    calls.push(route.request().method());
    return route.continue();
  });
  for (const [typed, sentence] of [
    ['Hi {name}', 'Only {business}, {minutes} and {link} can stand in braces.'],
    [
      'See menu.example',
      'Phones would read a web address in this. Only {link} may be one: put a space after each full stop.',
    ],
    ['x'.repeat(120), 'That is too long for one text with the link in it. Please use fewer words.'],
  ] as const) {
    await words.fill(typed);
    await words.blur();
    expect(await descriptionOf(words)).toContain(sentence);
    expect(await words.getAttribute('aria-invalid')).toBe('true');
    expect(await panel.getByRole('figure').count()).toBe(0);
  }
  expect(calls).toEqual([]);
});
