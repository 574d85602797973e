/** Files of businesses: made, and changed. */
import { createHash } from 'node:crypto';
import { FILE_FORMAT, FILE_VERSION, type AccountLine, type FileHead } from '../src/shared/business-file.ts';
import { hashOfNobody } from '../src/worker/security/passwords.ts';

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
