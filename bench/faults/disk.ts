/** A disk that is full until somebody makes room. */
import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Trouble } from './troubled-server.ts';

const PIECE = Buffer.alloc(64 * 1024);

/** Fills the file system on which the folder lies, to the last piece. */
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
      // An object that could not write is thrown away by the runtime, and made anew for the next call.
      await runtime.watched('/all-back');
    },
  };
}
