/** `npm run dev`: like `npm start`, but from the sources and with hot reload. */
import { runLocally } from './local/run.ts';

process.exit(await runLocally('dev'));
