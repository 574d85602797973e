import { expect, test } from 'vitest';
import { turnText } from '../../src/worker/messages/wording.ts';

const link = 'https://holdline.example/queue/blue-door';

test('a turn text names the business, the time and the page', () => {
  expect(turnText('Blue Door', 5, link)).toBe(
    "Blue Door: it's your turn. Please arrive within 5 minutes. https://holdline.example/queue/blue-door",
  );
});

test('accents are written without them, other scripts fall back to plain words', () => {
  expect(turnText('Café Żółw', 5, link)).toMatch(/^Cafe Zow: /);
  expect(turnText('מסעדה 🍜', 5, link)).toMatch(/^Your queue: /);
  expect(turnText('Blue Door', 1, link)).toContain('within 1 minute.');
});

test('a name carries no link of its own', () => {
  expect(turnText('Verify at https://evil.example/login now', 5, link)).toMatch(
    /^Verify at https evil example login now: /,
  );
});

test('a text is one segment of 160 plain characters whatever the name', () => {
  for (const name of ['B'.repeat(300), 'Ünïcödé '.repeat(40), '\u202e'.repeat(50), "O'Neill’s — Bar"]) {
    const text = turnText(name, 30, link);
    expect(text.length).toBeLessThanOrEqual(160);
    // oxlint-disable-next-line no-control-regex -- the range is the one under test
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(text.endsWith(link)).toBe(true);
  }
});
