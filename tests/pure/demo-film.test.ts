/** The film of `/demo` as it is committed: what `npm run demo:record` made keeps what the page says of it. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { expect, test } from 'vitest';
import { demoFilm } from '../../src/shared/demo-film.ts';

const folder = path.join(import.meta.dirname, '../../src/client/film');
const MAX_BYTES = 3_000_000;
const MAX_LINE = 42;

const films = [
  { file: 'demo.webm', codec: 'vp9', width: demoFilm.widthPx, height: demoFilm.heightPx },
  // For older phones: the same picture, smaller.
  { file: 'demo.mp4', codec: 'avc', width: 880, height: 660 },
];

test.each(films)('$file is one film of 60 to 90 s, without sound', async ({ file, codec, width, height }) => {
  using input = new Input({ source: new FilePathSource(path.join(folder, file)), formats: ALL_FORMATS });
  const picture = await input.getPrimaryVideoTrack();
  expect([picture?.codec, picture?.displayWidth, picture?.displayHeight]).toEqual([codec, width, height]);
  expect(width / height).toBe(demoFilm.widthPx / demoFilm.heightPx);
  expect(await input.getAudioTracks()).toEqual([]);
  const seconds = await input.computeDuration();
  expect(Math.round(seconds)).toBe(demoFilm.lengthSeconds);
  expect(seconds).toBeGreaterThanOrEqual(60);
  expect(seconds).toBeLessThanOrEqual(90);
});

test('all forms of the film together weigh at most 3 MB, and its poster little', () => {
  const bytesOf = (file: string) => statSync(path.join(folder, file)).size;
  expect(films.reduce((sum, { file }) => sum + bytesOf(file), 0)).toBeLessThanOrEqual(MAX_BYTES);
  expect(bytesOf('demo-poster.webp')).toBeLessThanOrEqual(60_000);
});

test('captions come in order, within the film, long enough to be read, in two lines at most', () => {
  const [head, ...cues] = readFileSync(path.join(folder, 'demo.en.vtt'), 'utf8').trimEnd().split('\n\n');
  expect(head).toBe('WEBVTT');
  expect(cues.length).toBeGreaterThan(10);
  let endsBefore = 0;
  for (const cue of cues) {
    const [times = '', ...lines] = cue.split('\n');
    expect(times).toMatch(/^00:0\d:\d\d\.\d{3} --> 00:0\d:\d\d\.\d{3}$/);
    const [from = 0, to = 0] = times.split(' --> ').map(secondsOf);
    expect(from, times).toBeGreaterThanOrEqual(endsBefore);
    expect(to - from, times).toBeGreaterThanOrEqual(1.5);
    expect(to, times).toBeLessThanOrEqual(demoFilm.lengthSeconds);
    expect(lines.length, times).toBeGreaterThanOrEqual(1);
    expect(lines.length, times).toBeLessThanOrEqual(2);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(MAX_LINE);
    endsBefore = to;
  }
});

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3_600 + minutes * 60 + seconds;
}
