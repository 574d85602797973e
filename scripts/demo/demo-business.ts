/** The demo business: its log-in and its two locations. README.md and the output of `npm start` show the log-in. */
import type { SignUpRequest } from '../../src/shared/contracts/account/account.ts';
import { developmentAdmin } from '../../src/worker/platform/config-variables.ts';

/** The business is only for a developer's machine, because its password is published. */
export const demoOwner = {
  name: 'Blue Door Café',
  username: 'blue-door',
  email: 'owner@blue-door.example',
  phone: '+62 21 555 0142',
  password: 'kopi-susu-at-noon',
} satisfies SignUpRequest;

/** The hash of the owner's password, by `npm run admin:password`. */
export const demoPasswordHash =
  '$scrypt$ln=14,r=8,p=5$mR+3nKJW9P3UET+FScRpog$8dxUzRe5sHVOM/qyk42h4exuODN+XwkvSJDH9y6SX8w';

/** The admin of the development settings, who imports the demo business and grants its credits. */
export const demoAdmin = { username: developmentAdmin.username, password: 'lantern-at-the-door' };

export const DEMO_TIME_ZONE = 'Asia/Jakarta';

/**
 * `name`: a part of the ids of the location's visits. `share`: the number of guests divided by the number of guests at
 * the first location.
 */
export type DemoLocation = { name: string; address: string; share: number };

/** The locations in the order of the account's slots. */
export const demoLocations = [
  { name: 'kemang', address: '14 Kemang Raya, Jakarta', share: 1 },
  { name: 'senopati', address: '8 Senopati Raya, Jakarta', share: 0.33 },
] as const satisfies DemoLocation[];
