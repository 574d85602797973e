/**
 * Lock-out: for an hour a stranger enters wrong passwords for one owner's account from many addresses. In each window
 * of the limits, these tries use up all log-ins that the limits allow. During this hour the owner logs in each minute
 * on a known device, and once on a new device.
 */
import * as z from 'zod/mini';
import { hashPassword } from '../../src/worker/platform/passwords.ts';
import type { ClockRuntime } from '../billing/clock-runtime.ts';
import type { Measure } from '../queue/measures.ts';
import type { Moment } from './attacks.ts';

const MINUTE_MS = 60_000;
const MINUTES = 60;
/**
 * The window of the limits in minutes, the number of addresses that use up the limits, and the tries of each address.
 */
const WINDOW_MINUTES = 15;
const ADDRESSES = 11;
const TRIES_EACH = 10;
const NEW_DEVICE_AT = 40;

const PASSWORD = 'kopi-susu-at-noon';

type Tried = { status: number; code: string | undefined; cookie: string };

/** Plays the attack on account `n`. */
export async function lockOut(
  on: ClockRuntime,
  { now, n }: { now: number; n: number },
): Promise<{ moments: Moment[]; measures: () => Measure[] }> {
  const { username } = await on.addOwner(n, now);
  const email = `${username}@shops.example`;
  await on.rows(
    z.unknown(),
    `UPDATE users SET password_hash = '${await hashPassword(PASSWORD)}' WHERE email_key = '${email}'`,
  );
  const tryLogIn = async (from: string, typed: object, cookie = ''): Promise<Tried> => {
    const answer = await fetch(new URL('/auth/login', on.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': from, cookie },
      body: JSON.stringify({ emailOrUsername: username, password: PASSWORD, ...typed }),
    });
    const { code } = z.object({ code: z.optional(z.string()) }).parse(await answer.json());
    const device = answer.headers.getSetCookie().find((one) => one.includes('holdline_device_'));
    return { status: answer.status, code, cookie: device?.split(';')[0] ?? '' };
  };

  const wrong = { tries: 0, stopped: 0 };
  const guess = async (from: string) => {
    const { code } = await tryLogIn(from, { password: `guess-${wrong.tries}-of-many` });
    wrong.tries += 1;
    if (code === 'proof_needed') wrong.stopped += 1;
  };
  let knownDevice = (await tryLogIn('192.0.2.250', {})).cookie;
  if (knownDevice === '') throw new Error('The owner’s device is not known.');
  let minutesOut = 0;
  let [isProofAsked, isOpenedByProof] = [false, false];

  const moments = [
    ...Array.from({ length: MINUTES / WINDOW_MINUTES }, (_, window) => ({
      atMs: window * WINDOW_MINUTES * MINUTE_MS,
      happens: async () => {
        for (let address = 0; address < ADDRESSES; address += 1)
          for (let each = 0; each < TRIES_EACH; each += 1) await guess(`2001:db8:a${address}:${window}::1`);
      },
    })),
    ...Array.from({ length: MINUTES }, (_, minute) => ({
      atMs: minute * MINUTE_MS + 1_000,
      happens: () => guess(`2001:db8:b0:${minute.toString(16)}::1`),
    })),
    ...Array.from({ length: MINUTES }, (_, minute) => ({
      atMs: minute * MINUTE_MS + 2_000,
      happens: async () => {
        const tried = await tryLogIn('192.0.2.250', {}, knownDevice);
        if (tried.status === 200) knownDevice = tried.cookie;
        else minutesOut += 1;
      },
    })),
    {
      atMs: NEW_DEVICE_AT * MINUTE_MS + 3_000,
      happens: async () => {
        isProofAsked = (await tryLogIn('192.0.2.251', {})).code === 'proof_needed';
        const [mail] = await on.rows(
          z.object({ body: z.string() }),
          `SELECT body FROM development_messages WHERE recipient = '${email}' AND body LIKE '%/login?token=%'
           ORDER BY sent_at DESC LIMIT 1`,
        );
        const link = decodeURIComponent(/\/login\?token=([^\s"]+)/.exec(mail?.body ?? '')?.[1] ?? '');
        isOpenedByProof = (await tryLogIn('192.0.2.251', { link })).status === 200;
      },
    },
  ];
  return {
    moments,
    measures: () => [
      { name: 'abuse_wrong_password_tries', value: wrong.tries, unit: 'count' },
      {
        name: 'abuse_wrong_password_tries_stopped',
        value: wrong.stopped,
        unit: 'count',
        goal: { is: '>=', than: MINUTES },
      },
      {
        name: 'owner_locked_out',
        value: (minutesOut * MINUTE_MS) / 1_000,
        unit: 's',
        goal: { is: '<=', than: 0 },
      },
      {
        name: 'owner_on_a_new_device_opens_by_proof',
        value: Number(isProofAsked && isOpenedByProof),
        unit: 'count',
        goal: { is: '=', than: 1 },
      },
    ],
  };
}
