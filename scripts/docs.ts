/** `npm run docs`: writes `docs/configuration.md` from the table of variables. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { configurationPage } from './local/configuration-page.ts';
import { projectRoot } from './local/settings.ts';

writeFileSync(path.join(projectRoot, 'docs', 'configuration.md'), configurationPage());
