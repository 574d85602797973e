/** The fault `disk`: a full disk. */
import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Trouble } from './troubled-server.ts';

const PIECE = Buffer.alloc(64 * 1024);

/** Fills the file system of this folder completely. */
export function diskTrouble(folder: string): Trouble {
  const ballast = path.join(folder, 'ballast');
  return {
    begin: async () => {
      for (;;) {
        try {
          appendFileSync(ballast, PIECE);
        } catch (error) {
          if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
          throw error;
        }
      }
    },
    end: async (runtime) => {
      rmSync(ballast);
      // The runtime discards an object that could not write, and constructs a new object at the next call.
      await runtime.watched('/all-back');
    },
  };
}
