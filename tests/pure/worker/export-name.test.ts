import { expect, test } from 'vitest';
import { analyticsCopy } from '../../../src/shared/copy/en/owner/analytics.ts';
import { attachmentHeader } from '../../../src/worker/features/analytics/history-csv.ts';

const say = analyticsCopy.export;
const about = { username: 'blue.door', address: '14 Kemang Raya, Jakarta', today: '2026-11-21' };

test.each([
  [{}, 'blue.door-history-14-Kemang-Raya-Jakarta-to-2026-11-21.csv'],
  [{ to: '2026-11-20' }, 'blue.door-history-14-Kemang-Raya-Jakarta-to-2026-11-20.csv'],
  [{ to: '9999-12-31' }, 'blue.door-history-14-Kemang-Raya-Jakarta-to-2026-11-21.csv'],
  [
    { from: '2026-10-01', to: '2026-10-31' },
    'blue.door-history-14-Kemang-Raya-Jakarta-2026-10-01-to-2026-10-31.csv',
  ],
  [{ from: '2026-11-01' }, 'blue.door-history-14-Kemang-Raya-Jakarta-2026-11-01-to-2026-11-21.csv'],
])('of the days %j it is %s', (range, name) => {
  expect(attachmentHeader(say, about, range)).toBe(
    `attachment; filename="${name}"; filename*=UTF-8''${name}`,
  );
});

test.each([
  ['"; filename=x.exe', 'filename-x-exe', 'filename-x-exe'],
  ['../../etc/passwd\r\nSet-Cookie: a=b', 'etc-passwd-Set-Cookie-a-b', 'etc-passwd-Set-Cookie-a-b'],
  ['Łódź, Rynek 1', '%C5%81%C3%B3d%C5%BA-Rynek-1', 'odz-Rynek-1'],
  ['क्षेत्र', '%E0%A4%95%E0%A5%8D%E0%A4%B7%E0%A5%87%E0%A4%A4%E0%A5%8D%E0%A4%B0', ''],
  ['🍜'.repeat(3), '', ''],
  ['x'.repeat(200), 'x'.repeat(50), 'x'.repeat(50)],
])('the address %j stands in it as %s, in plain letters as %s', (address, encoded, plain) => {
  const header = attachmentHeader(say, { ...about, address }, {});
  const name = (place: string) => `blue.door-history-${place}-to-2026-11-21.csv`;
  expect(header).toBe(
    `attachment; filename="${name(plain)}"; filename*=UTF-8''${name(encoded)}`.replaceAll(
      'history--to',
      encoded === '' ? 'history-to' : 'history--to',
    ),
  );
});
