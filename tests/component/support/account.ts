/** Opens the page "Account & security" and its cards with the fake server. */
import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { SecondStepKind } from '../../../src/shared/contracts/account/passkey-signature.ts';
import type { SecurityView } from '../../../src/shared/contracts/account/security.ts';
import { theServer } from './fake-server.ts';
import { openPage } from './pages.tsx';
import { openShop, type Shop } from './shop.ts';

export const PASSWORD = 'kopi-susu-at-noon';

/** The answer to `GET /auth/security` for an account without a second step and without passkeys. */
export function securityOf({ user }: Shop): SecurityView {
  const { email, emailVerified, createdAt } = user;
  const log = { createdAt, lastUsedAt: new Date().toISOString() };
  return {
    email,
    emailVerified,
    pendingEmail: null,
    deletionNeedsCode: emailVerified,
    phone: '+62 812 3456 789',
    phoneProven: false,
    secondStep: { on: false, kind: 'app', recoveryCodesLeft: 0 },
    passkeys: [],
    sessions: [{ ...log, id: 'here', device: 'Chrome on Linux', current: true }],
  };
}

/** A shop whose owner can open the account page. */
export class Account {
  readonly shop: Shop;
  /** The answer to `GET /auth/security`. */
  security: SecurityView;

  constructor(shop: Shop, security: Partial<SecurityView>) {
    this.shop = shop;
    this.security = { ...securityOf(shop), ...security };
    theServer().answer('GET', '/auth/security', () => this.security);
  }

  /** Turns on the second step, with this many recovery codes left. */
  turnOn(recoveryCodesLeft = 10, kind: SecondStepKind = 'app'): void {
    this.security = { ...this.security, secondStep: { on: true, kind, recoveryCodesLeft } };
  }
}

export function openAccount(
  user: NonNullable<Parameters<typeof openShop>[0]>['user'] = {},
  security: Partial<SecurityView> = {},
): Account {
  return new Account(openShop({ user }), security);
}

export const card = (name: string): Locator => page.getByRole('region', { name, exact: true });

/** Opens the account page, and returns its card with this name. */
export async function openCard(name: string): Promise<Locator> {
  await openPage('/business/account');
  await expect.element(card(name)).toBeVisible();
  return card(name);
}
