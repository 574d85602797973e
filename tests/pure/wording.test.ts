import { expect, test } from 'vitest';
import { turnText } from '../../src/worker/messages/wording.ts';

const link = 'https://holdline.example/queue/blue-door';
const minutes = (count: number) => count * 60_000;

test('a turn text names the business, the time and the page', () => {
  expect(turnText('Blue Door', minutes(5), link)).toBe(
    "Blue Door: it's your turn. Please arrive within 5 minutes. https://holdline.example/queue/blue-door",
  );
});

test('accents are written without them, other scripts fall back to plain words', () => {
  expect(turnText('Café Żółw', minutes(5), link)).toMatch(/^Cafe Zow: /);
  expect(turnText('מסעדה 🍜', minutes(5), link)).toMatch(/^Your queue: /);
});

test('a text names whole minutes, no more than are left but for its time on the way', () => {
  const arrival = (leftMs: number) =>
    turnText('Blue Door', leftMs, link).split('turn. ')[1]?.split(' https')[0];
  expect(arrival(minutes(5) - 15_000)).toBe('Please arrive within 5 minutes.');
  expect(arrival(minutes(5) - 15_001)).toBe('Please arrive within 4 minutes.');
  expect(arrival(90_000)).toBe('Please arrive within 1 minute.');
  expect(arrival(45_000)).toBe('Please arrive within 1 minute.');
  expect(arrival(44_999)).toBe('Please come now.');
  expect(arrival(0)).toBe('Please come now.');
});

test('a name carries no link of its own', () => {
  expect(turnText('Verify at https://evil.example/login now', minutes(5), link)).toMatch(
    /^Verify at https evil example login now: /,
  );
});

test('a text is one segment of 160 plain characters whatever the name', () => {
  for (const name of ['B'.repeat(300), 'Ünïcödé '.repeat(40), '\u202e'.repeat(50), "O'Neill’s — Bar"]) {
    const text = turnText(name, minutes(30), link);
    expect(text.length).toBeLessThanOrEqual(160);
    // oxlint-disable-next-line no-control-regex -- the range is the one under test
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(text.endsWith(link)).toBe(true);
  }
});
