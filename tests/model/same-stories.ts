/** For mutation testing: every mutant hears the same stories, fewer of them, and the first that fails is enough. */
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: 20_261_120, numRuns: 200, endOnFailure: true });
