/** `npm start`: builds the missing parts, prepares the local state and serves the built app until it is stopped. */
import { runLocally } from './local/run.ts';

process.exit(await runLocally('built'));
