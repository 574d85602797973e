import { createHash, createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmacSha1, hmacSha256, isSame, sha256 } from '../../../src/worker/platform/hashing.ts';

// The test vectors are from RFC 4231, RFC 2202 and FIPS 180-4.
test('hashes are those that the standards publish', () => {
  expect(sha256('abc', 'hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hmacSha256('Jefe', 'what do ya want for nothing?', 'hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  expect(hmacSha1('Jefe', 'what do ya want for nothing?', 'hex')).toBe(
    'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79',
  );
});

// Stored hashes come from `node:crypto`, so lone surrogates must be replaced as `node:crypto` replaces them.
test('every text and every key has the hashes that Node makes of them', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 300 });
  const anyUnits = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 });
  const texts = fc.oneof(
    anyText,
    anyUnits.map((units) => String.fromCharCode(...units)),
  );
  const keys = fc.oneof(texts, fc.uint8Array({ maxLength: 200 }));
  fc.assert(
    fc.property(
      texts,
      keys,
      texts,
      fc.constantFrom('hex', 'base64', 'base64url'),
      (text, key, word, encoding) => {
        expect(sha256(text, encoding)).toBe(createHash('sha256').update(text).digest(encoding));
        expect(hmacSha256(key, text, encoding)).toBe(createHmac('sha256', key).update(text).digest(encoding));
        expect(hmacSha1(word, text, encoding)).toBe(createHmac('sha1', word).update(text).digest(encoding));
      },
    ),
  );
});

test.each([
  ['', '', true],
  ['a', 'a', true],
  ['é', Buffer.from('é'), true],
  [Buffer.from([0, 255]), new Uint8Array([0, 255]), true],
  ['a', 'b', false],
  ['a', 'a\0', false],
  ['', 'a', false],
  [Buffer.from([0, 255]), Buffer.from([0, 254]), false],
])('%j and %j: the same is %s', (one, other, expected) => {
  expect(isSame(one, other)).toBe(expected);
});
