/** The text of `docs/configuration.md`. */
import { secretNames, variableNames, variableTable, type VariableName } from './variables.ts';

const head = `# Configuration

\`npm run docs\` writes this page from \`scripts/local/variables.ts\`.

\`npm start\` and \`npm run dev\` read these environment variables. A wrong value stops the start with a sentence that names
the variable. A deployment takes the variables of the Worker from \`wrangler.toml\` and its secrets from
\`wrangler secret put\` ([deploy.md](deploy.md)). Until an origin and real providers are set there, the Worker answers 503,
and its log names the missing variables.

## Of the local server

- \`PORT\` (8787): the port.
- \`HOST\` (127.0.0.1): the address to listen on. With \`0.0.0.0\`, phones on the same network can open the product;
  \`APP_ORIGIN\` is then the address that they type. Everybody on the network can read \`/dev/outbox\`, with its links for
  forgotten passwords.
- \`STATE_DIR\` (.state): the folder of the database and the queues. One server at a time uses it.
- \`DEMO\` (on): \`quiet\` seeds the demo business, but nobody comes or goes. \`off\` seeds nothing.
- \`CHROME_PATH\`: the browser of the tests, if none is on \`PATH\`.

## Of the Worker

In brackets: the value on a developer's machine.
`;

const foot = `
## Maintenance

To close a deployment for a while, set \`MAINTENANCE = "on"\` in its part of \`wrangler.toml\`, commit and deploy; then
\`off\` again. Meanwhile holds end, and waiting texts and mails go out; the hourly sweeps do not run. A guest in line sees the last
known position.
`;

export function configurationPage(): string {
  return `${head}\n${variableNames.map(lineOf).join('\n')}\n${foot}`;
}

function lineOf(name: VariableName): string {
  const { local, shown = local, meaning } = variableTable[name];
  const isSecret = secretNames.some((secret) => secret === name);
  return `- \`${name}\`${shown && ` (${shown})`}: ${meaning}${isSecret ? ' A secret.' : ''}`;
}
