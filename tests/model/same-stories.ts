/**
 * Configuration for mutation testing: all mutants get the same stories, fewer of them, and stop at the first failure.
 */
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: 20_261_120, numRuns: 200, endOnFailure: true });
