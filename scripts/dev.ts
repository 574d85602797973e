/** `npm run dev`: the same as `npm start`, from the sources and with hot reload. */
import { runLocally } from './local/run.ts';

process.exit(await runLocally('dev'));
