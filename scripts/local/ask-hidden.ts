import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks for one line at the terminal. What is typed is not echoed. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const typed = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return typed;
}
