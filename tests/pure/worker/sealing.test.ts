/** A sealed text can be opened only with the key that sealed it, and only for the place for which it was sealed. */
import { expect, test } from 'vitest';
import { isSealed, keyOfSecret, seal, sealOf, unseal } from '../../../src/worker/platform/sealing.ts';

const [newest, older, foreign] = ['newest', 'older', 'foreign'].map(keyOfSecret);
if (!newest || !older || !foreign) throw new Error('three keys');
const SEED = 'JBSWY3DPEHPK3PXP';

test('a sealed text is read by its key among others, and does not contain the plain text', async () => {
  const sealed = await seal(older, SEED, 'here');
  expect(sealed).toMatch(/^sealed\.[0-9a-f]{8}\.[\w-]+$/);
  expect([isSealed(sealed), isSealed(SEED)]).toEqual([true, false]);
  expect(sealed.startsWith(sealOf(older))).toBe(true);
  expect(sealed).not.toContain(SEED);
  expect(await unseal([newest, older], sealed, 'here')).toBe(SEED);
});

test('the same text is sealed otherwise each time', async () => {
  expect(await seal(newest, SEED, 'here')).not.toBe(await seal(newest, SEED, 'here'));
});

test('no other key, place or change opens it', async () => {
  const sealed = await seal(newest, SEED, 'here');
  expect(await unseal([foreign], sealed, 'here')).toBeNull();
  expect(await unseal([newest], sealed, 'there')).toBeNull();
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
  expect(await unseal([newest], changed, 'here')).toBeNull();
  expect(await unseal([newest], sealed.replace(newest.id, foreign.id), 'here')).toBeNull();
  for (const damaged of ['', SEED, `${sealOf(newest)}AA`]) {
    expect(await unseal([newest], damaged, 'here')).toBeNull();
  }
});

test('the id of a key does not tell the key', () => {
  expect(newest.id).not.toBe(older.id);
  expect(Buffer.from(newest.bytes).toString('hex')).not.toContain(newest.id);
});
