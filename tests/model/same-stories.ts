/**
 * Set-up for mutation testing: all mutants get the same stories, and fewer than usual; a test stops at the first
 * failure.
 */
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: 20_261_120, numRuns: 200, endOnFailure: true });
