/** Questions at the terminal. */
import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';

const switches: ReadonlySet<string> = new Set(['--yes', '--all']);

/** Reads one line of standard input. A terminal does not echo the line. */
export async function askSilently(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    for await (const line of createInterface({ input: process.stdin })) return line;
    return '';
  }
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const typed = await answerAt(createInterface({ input: process.stdin, output: silent, terminal: true }), '');
  process.stderr.write('\n');
  return typed;
}

/** Continues only if `--yes` was given or the user types `word`. Otherwise stops the command. */
export async function confirm(sentence: string, word: string): Promise<void> {
  if (process.argv.includes('--yes')) return;
  if (!process.stdin.isTTY) stop(`${sentence} Say so with --yes.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await answerAt(terminal, `${sentence}\nType ${word} to go on: `);
  if (typed.trim() !== word) stop('Nothing was done.');
}

/**
 * Asks at the terminal. While a question waits, Ctrl-C arrives as a key and ends the command. No data has changed,
 * because all questions come before any change.
 */
async function answerAt(terminal: Interface, question: string): Promise<string> {
  terminal.once('SIGINT', () => stop('\nNothing was done.'));
  const typed = await terminal.question(question);
  terminal.close();
  return typed;
}

/** The command's arguments without switches. Stops with `usage` if there are fewer arguments than `least`. */
export function words(least: number, usage: string): string[] {
  const given = process.argv.slice(2).filter((word) => !switches.has(word));
  if (given.length < least) stop(`usage: ${usage}`);
  return given;
}

/** Ends the command as failed. */
export function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
