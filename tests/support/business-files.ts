import {
  FILE_FORMAT,
  FILE_VERSION,
  type AccountPart,
  type FileHead,
} from '../../src/shared/contracts/business-file.ts';
import { sealingKey } from '../../src/worker/platform/sealing.ts';
import { hashOfNobody } from '../../src/worker/platform/passwords.ts';

/** A seal for exports; its key is fixed and not derived from a passphrase. */
export const aSeal = {
  key: Buffer.alloc(32, 'seal').toString('base64url'),
  salt: Buffer.alloc(16, 'salt').toString('base64url'),
  rounds: 600_000,
};

/** Returns the key of `aSeal` for every passphrase. */
export const keyOfSeal = () =>
  Promise.resolve(sealingKey(Uint8Array.from(Buffer.from(aSeal.key, 'base64url'))));

/** The lines of a file with these parts. */
export function fileOf(parts: readonly string[]): string[] {
  return ['[', ...parts.map((part, n) => (n < parts.length - 1 ? `${part},` : part)), ']'];
}

/** The file with changed parts. A part is left out if `change` returns null. */
export function refiled(
  lines: readonly string[],
  change: (part: string, n: number) => string | null,
): string[] {
  const parts = lines.slice(1, -1).map((line) => line.replace(/,$/, ''));
  return fileOf(parts.map(change).filter((part) => part !== null));
}

export function anImport(about: Partial<AccountPart['business']> = {}): {
  head: FileHead;
  account: AccountPart;
} {
  return {
    head: {
      kind: 'head',
      format: FILE_FORMAT,
      version: FILE_VERSION,
      exportedAt: '2026-11-22T08:00:00.000Z',
      origin: 'https://elsewhere.example',
      sealing: null,
    },
    account: {
      kind: 'account',
      user: {
        email: 'moved@example.com',
        phone: '+62 812 0000 000',
        passwordHash: hashOfNobody,
        emailVerifiedAt: null,
        createdAt: 1_795_000_000_000,
      },
      business: {
        name: 'Moved Door',
        username: 'moved-door',
        plan: 'Starter',
        trial: true,
        trialDurationDays: 14,
        maxLocations: 1,
        baseCustomerCredits: 300,
        baseSmsCredits: 300,
        subscriptionStatus: null,
        creditsEndAt: null,
        billingRevision: 0,
        createdAt: 1_795_000_000_000,
        ...about,
      },
      secondStep: null,
      recoveryCodes: [],
      trialReminders: [],
      locations: [],
      payments: null,
      customer: null,
      subscriptions: [],
      grants: [],
    },
  };
}

/** A location in a file. */
export const aLocation = {
  id: 'f'.repeat(64),
  slot: 1,
  generation: 1,
  address: 'Somewhere',
  timezone: 'UTC',
  createdAt: 1,
  removedAt: null,
  customerCreditsLeft: null,
  smsCreditsLeft: null,
  customerDebtLeft: 0,
  guestsLeft: null,
};
