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
      // Calls every object. The runtime has discarded each object that could not write, and creates a new object only
      // at the next call of the object.
      await runtime.watched('/all-back');
    },
  };
}
