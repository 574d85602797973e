/**
 * `npm run passkeys:reset -- staging|production <operator>`: resets the passkeys of an operator, with this machine's
 * log-in at Cloudflare (docs/operations.md). The operator adds a new passkey at the next log-in.
 */
import { environments } from './deploy/facts.ts';
import { Wrangler } from './deploy/wrangler.ts';
import { projectRoot } from './local/settings.ts';
import { reasonOf } from './operator/admin-calls.ts';
import { resetStatements } from './operator/passkey-reset.ts';
import { confirm, stop, words } from './operator/terminal.ts';

const usage = 'npm run passkeys:reset -- staging|production <operator>';
const [typed = '', operator = ''] = words(2, usage);
const environment = environments.find((one) => one === typed) ?? stop(`usage: ${usage}`);
await confirm(`All passkeys of ${operator} at ${environment} are removed, and every log-in ends.`, operator);
const wrangler = new Wrangler(projectRoot, process.env, null);
const [found, removed] = await wrangler
  .executeSql(environment, resetStatements(operator, Date.now()))
  .catch((error: unknown) => stop(`Perhaps nothing was changed: ${reasonOf(error)}`));
if (found?.length !== 1) stop(`There is no operator ${operator} at ${environment}. Nothing was changed.`);
const names = removed?.map(({ name }) => String(name)) ?? [];
console.log(
  `Passkeys removed: ${names.length === 0 ? 'none' : names.join(', ')}. ${operator} is logged out everywhere, and adds a new passkey at the next log-in. The audit log has a row of this.`,
);
