/** Exports and imports as the operator's commands do them, with the Worker called in place of a network. */
import { createHash } from 'node:crypto';
import { importBusiness, exportBusiness, Refused, type Post } from '../../scripts/operator/transfer.ts';
import {
  FILE_FORMAT,
  FILE_VERSION,
  type AccountLine,
  type FileHead,
} from '../../src/shared/business-file.ts';
import type { ImportAnswer } from '../../src/shared/operator.ts';
import { hashOfNobody } from '../../src/worker/security/passwords.ts';
import { newAdmin } from './admin-calls.ts';
import { call } from './factories.ts';

/** The calls of one log-in of the admin. */
export function posting(cookie: string): Post {
  return async (path, body) => {
    const response = await call('POST', path, { body, cookie });
    if (!response.ok) throw new Refused(await response.text());
    return response.json();
  };
}

/** The lines of a business's file. */
export async function exported(username: string, post?: Post): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportBusiness(post ?? posting(await newAdmin()), username)) lines.push(line);
  return lines;
}

export async function imported(lines: string[], post?: Post): Promise<ImportAnswer> {
  return importBusiness(post ?? posting(await newAdmin()), () => sequence(lines));
}

/** What an import is refused with. */
export async function importRefusal(lines: string[], post?: Post): Promise<string> {
  try {
    await imported(lines, post);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
  throw new Error('It was imported');
}

async function* sequence(lines: string[]): AsyncGenerator<string> {
  yield* lines;
}

/** A file with other lines, and the end that fits them. */
export function refiled(lines: string[], change: (line: string, n: number) => string | null): string[] {
  const others = lines
    .slice(0, -1)
    .map(change)
    .filter((line) => line !== null);
  const hash = createHash('sha256');
  for (const line of others) hash.update(`${line}\n`);
  return [...others, JSON.stringify({ kind: 'end', lines: others.length, sha256: hash.digest('hex') })];
}

/** What begins the import of an account without a location. */
export function anImport(about: Partial<AccountLine['business']> = {}): {
  head: FileHead;
  account: AccountLine;
} {
  return {
    head: {
      kind: 'head',
      format: FILE_FORMAT,
      version: FILE_VERSION,
      exportedAt: '2026-11-22T08:00:00.000Z',
      origin: 'https://elsewhere.example',
      pushKey: null,
    },
    account: {
      kind: 'account',
      business: {
        name: 'Moved Door',
        username: 'moved-door',
        email: 'moved@example.com',
        phone: '+62 812 0000 000',
        passwordHash: hashOfNobody,
        plan: 'Starter',
        trial: true,
        trialDurationDays: 14,
        maxLocations: 1,
        baseCustomerCredits: 300,
        baseSmsCredits: 300,
        subscriptionStatus: null,
        creditsEndAt: null,
        standing: 0,
        createdAt: 1_795_000_000_000,
        emailVerifiedAt: null,
        ...about,
      },
      secondStep: null,
      recoveryCodes: [],
      trialReminders: [],
      locations: [],
      payments: null,
      customer: null,
      subscriptions: [],
    },
  };
}
