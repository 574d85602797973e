import { expect, test } from 'vitest';
import {
  matchingStep,
  newTotpSecret,
  totpUri,
} from '../../../src/worker/features/account/second-step/totp.ts';

/** The secret of RFC 6238's appendix B, '12345678901234567890', in base32. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

// The rows are from the SHA-1 table of appendix B, without the first two of the eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('%i seconds after 1970 the code of the RFC is %s', async (seconds, code) => {
  expect(await matchingStep(rfcSecret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test('a code is right one step early and one step late, and no further', async () => {
  const step = Math.floor(1_111_111_109 / 30);
  const at = (steps: number) => matchingStep(rfcSecret, '081804', (step + steps) * 30_000);
  expect(await Promise.all([-2, -1, 0, 1, 2].map(at))).toEqual([null, step, step, step, null]);
});

test('the first and the last millisecond of a step are in it', async () => {
  const step = Math.floor(1_111_111_109 / 30);
  expect(await matchingStep(rfcSecret, '081804', (step - 1) * 30_000 - 1)).toBeNull();
  expect(await matchingStep(rfcSecret, '081804', (step + 2) * 30_000 - 1)).toBe(step);
  expect(await matchingStep(rfcSecret, '081804', (step + 2) * 30_000)).toBeNull();
});

test.each(['', '81804', '0081804', '08180a', '081804\n', '٠٨١٨٠٤', '081 804', ' 081804', '-81804'])(
  '%j is no code',
  async (typed) => {
    expect(await matchingStep(rfcSecret, typed, 1_111_111_109_000)).toBeNull();
  },
);

test('each secret is another, 160 bits in base32', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(50);
  expect(secrets.filter((secret) => !/^[A-Z2-7]{32}$/.test(secret))).toEqual([]);
});

test('what an app reads from the QR code names the product, the account and the secret', () => {
  const uri = new URL(totpUri(rfcSecret, 'Holdline', 'blue-door'));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Holdline:blue-door',
  ]);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: rfcSecret,
    issuer: 'Holdline',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
