/** `npm run help`: prints the commands of this project by group, from `scripts/local/commands.ts`. */
import { commandGroups } from './local/commands.ts';

const names = commandGroups.flatMap(({ commands }) => Object.keys(commands));
const width = Math.max(...names.map((name) => name.length));

for (const { title, commands } of commandGroups) {
  console.log(`\n${title}`);
  for (const [name, what] of Object.entries(commands))
    console.log(`  npm run ${name.padEnd(width)}  ${what}`);
}
