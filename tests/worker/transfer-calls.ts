/** Exports and imports as the operator's commands do them, with the Worker called in place of a network. */
import { importBusiness, exportBusiness, Refused, type Post } from '../../scripts/operator/transfer.ts';
import type { ImportAnswer, ImportFinished } from '../../src/shared/operator.ts';
import { newAdmin } from './admin-calls.ts';
import { call } from './factories.ts';

/** The calls of one log-in of the admin. */
export function posting(cookie: string): Post {
  return async (path, body) => {
    const response = await call('POST', path, { body, cookie });
    if (!response.ok) throw new Refused(await response.text());
    return response.json();
  };
}

/** The lines of a business's file. */
export async function exported(username: string, post?: Post): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportBusiness(post ?? posting(await newAdmin()), username)) lines.push(line);
  return lines;
}

export async function imported(lines: string[], post?: Post): Promise<ImportAnswer & ImportFinished> {
  return importBusiness(post ?? posting(await newAdmin()), () => sequence(lines));
}

/** What an import is refused with. */
export async function importRefusal(lines: string[], post?: Post): Promise<string> {
  try {
    await imported(lines, post);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
  throw new Error('It was imported');
}

async function* sequence(lines: string[]): AsyncGenerator<string> {
  yield* lines;
}
