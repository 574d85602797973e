/** Settings for mutation testing: all mutants get the same few stories, and a test stops at its first failure. */
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: 20_261_120, numRuns: 200, endOnFailure: true });
