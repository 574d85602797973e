import type { Words } from './cut.ts';

/** What of a line is read at a glance. */
const MAX_LINE = 42;

/** The captions as a WebVTT file. What is too long for a line is broken near its middle. */
export function webVtt(captions: Words[]): string {
  const cues = captions.map(
    ({ fromMs, toMs, text }) => `${timestamp(fromMs)} --> ${timestamp(toMs)}\n${inLines(text)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

function inLines(text: string): string {
  if (text.length <= MAX_LINE) return text;
  const offMiddle = (at: number) => Math.abs(at - text.length / 2);
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const [middle = text.length] = spaces.toSorted((a, b) => offMiddle(a) - offMiddle(b));
  return `${text.slice(0, middle)}\n${text.slice(middle + 1)}`;
}

function timestamp(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
