/** CSV injection: no cell can become a formula, and no text can end its own cell. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyticsCopy } from '../../../src/shared/copy/en/owner/analytics.ts';
import { HistoryLines } from '../../../src/worker/features/analytics/history-csv.ts';
import { csvLine } from '../../../src/worker/http/csv.ts';
import { startOfDay } from '../../../src/worker/features/analytics/zoned-time.ts';

test.each([
  ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
  ['+62 812 3456 7890', `"'+62 812 3456 7890"`],
  ['-2+3', `"'-2+3"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['\n=1', `"'\n'=1"`],
  ['Ada;=1+1;x', `"Ada;'=1+1;x"`],
  ['Ada; \t@SUM(A1)', `"Ada;' \t'@SUM(A1)"`],
  ['Ada;"=1&";', `"Ada;'""=1&"";"`],
  ['x,-1', `"x,'-1"`],
  ['Łukasz; Ada, Budi; 2=3', '"Łukasz; Ada, Budi; 2=3"'],
  ['＝1', `"'＝1"`],
  ['14 Kemang Raya, Jakarta', '"14 Kemang Raya, Jakarta"'],
  ['The "Blue" Door', '"The ""Blue"" Door"'],
  ['a=b', '"a=b"'],
  ['', '""'],
])('%j becomes %j', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

test('numbers stand bare, and nothing is an empty cell', () => {
  expect(csvLine([3, null, -1, 'x'])).toBe('3,,-1,"x"\r\n');
});

const typed = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', ',', ';', '\r', '\n', '\t', ' ', 'a') }),
);

test('whatever people type, a reader finds the same cells, and none begins as a formula', () => {
  fc.assert(
    fc.property(fc.array(typed, { minLength: 1, maxLength: 4 }), (cells) => {
      const found = cellsOf(csvLine(cells), ',');
      expect(found.map((cell) => cell.replaceAll("'", ''))).toEqual(
        cells.map((cell) => cell.replaceAll("'", '')),
      );
      expect(found.filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([]);
    }),
  );
});

test.each([';', '\t'])('a reader who splits at %j finds no formula, either', (separator) => {
  fc.assert(
    fc.property(fc.array(typed, { minLength: 1, maxLength: 4 }), (cells) => {
      // The first cell is a date that no user typed.
      const found = cellsOf(csvLine(['2026-11-21', ...cells]), separator);
      expect(found.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
    }),
  );
});

/**
 * Splits a line as a spreadsheet does. A cell that begins with a quote ends at the next quote that is not doubled, and
 * text between this quote and the separator still belongs to the cell. A line feed outside quotes begins a new line.
 */
function cellsOf(line: string, separator: string): string[] {
  const cells = [''];
  let state: 'begin' | 'quoted' | 'bare' = 'begin';
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const last = cells.length - 1;
    if (state === 'quoted') {
      if (char !== '"') cells[last] += char;
      else if (line.charAt(at + 1) === '"') {
        cells[last] += char;
        at += 1;
      } else state = 'bare';
    } else if (char === separator || char === '\n' || char === '\r') {
      cells.push('');
      state = 'begin';
    } else if (state === 'begin' && char === '"') state = 'quoted';
    else {
      cells[last] += char;
      state = 'bare';
    }
  }
  // The line break at the end makes two empty cells, which are cut off here.
  return cells.slice(0, -2);
}

const lines = new HistoryLines(analyticsCopy.export);
const visit = {
  visitId: 'visit',
  revision: 2,
  businessId: 'business',
  locationId: 'place',
  outcome: 'arrived',
  numGuests: 2,
  waitingPreference: 'wait_anywhere',
  joinedAt: Date.parse('2026-11-21T11:05:09.500Z'),
  admittedAt: Date.parse('2026-11-21T11:17:45.000Z'),
  endedAt: Date.parse('2026-11-21T11:20:00.000Z'),
  promisedMinutes: 10,
  promisedLow: 5,
  promisedHigh: 20,
  moved: false,
  timezone: 'Asia/Jakarta',
} as const;
const address = '14 Kemang Raya, Jakarta';
const person = { id: 'visit', firstName: 'Łukasz', lastName: '=cmd', phoneNumber: '+62 812' };

test('the file begins with the mark of UTF-8 and its columns', () => {
  expect(lines.head).toBe(
    '\u{feff}"Joined","Time Zone","Joined (UTC)","Location","First Name","Last Name","Phone Number","Guests","Preference","Outcome","Admitted","Ended","Wait (minutes)","Promised (minutes)","Promised From","Promised To"\r\n',
  );
});

test('a visit is a line in the time of its own zone', () => {
  expect(lines.of(visit, person, address)).toBe(
    `"2026-11-21 18:05:09","Asia/Jakarta","2026-11-21T11:05:09.500Z","14 Kemang Raya, Jakarta","Łukasz","'=cmd","'+62 812",2,"Wait Anywhere","Served","2026-11-21 18:17:45","2026-11-21 18:20:00",12.6,10,5,20\r\n`,
  );
});

test('an erased guest, or a visit without admission, has empty cells', () => {
  const left = { ...visit, outcome: 'left', admittedAt: null } as const;
  expect(lines.of(left, null, '@1')).toBe(
    `"2026-11-21 18:05:09","Asia/Jakarta","2026-11-21T11:05:09.500Z","'@1","","","",2,"Wait Anywhere","Left",,"2026-11-21 18:20:00",,10,5,20\r\n`,
  );
});

test('a visit whose party is still expected has not ended', () => {
  const cells = lines.of({ ...visit, outcome: 'admitted' }, null, address).split(',');
  expect(cells.slice(-6)).toEqual(['"2026-11-21 18:17:45"', '', '12.6', '10', '5', '20\r\n']);
});

test.each([
  ['2026-11-21', 'Asia/Jakarta', '2026-11-20T17:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
  ['2026-06-11', 'Pacific/Kiritimati', '2026-06-10T10:00:00.000Z'],
  ['2026-06-09', 'Pacific/Pago_Pago', '2026-06-09T11:00:00.000Z'],
  // This day has no midnight, so the day begins at the change of the clock.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['2026-11-21', 'Not/AZone', '2026-11-21T00:00:00.000Z'],
])('%s in %s begins at %s', (day, timezone, instant) => {
  expect(new Date(startOfDay(day, timezone)).toISOString()).toBe(instant);
});
