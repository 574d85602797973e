/** Range requests for the film. Safari plays a video only if a range request gets a 206 answer. */
import { expect, test } from 'vitest';
import { open } from '../support/built-pages.ts';

/** The film's path without a build. */
const film = '/src/client/film/demo.mp4';

/** Requests a range of the film. In tests, the film is the text `0123456789`. */
async function ask(range: string, more: Record<string, string> = {}) {
  const answer = await open(film, undefined, { headers: { Range: range, ...more } });
  const text = new TextDecoder().decode(await answer.arrayBuffer());
  return [answer.status, answer.headers.get('Content-Range'), text];
}

test.each([
  ['bytes=0-1', 'bytes 0-1/10', '01'],
  ['bytes=4-', 'bytes 4-9/10', '456789'],
  ['bytes=8-400', 'bytes 8-9/10', '89'],
  ['bytes=-3', 'bytes 7-9/10', '789'],
  ['bytes=-40', 'bytes 0-9/10', '0123456789'],
])('%s is answered with %s', async (range, part, text) => {
  expect(await ask(range)).toEqual([206, part, text]);
});

test.each(['bytes=10-', 'bytes=12-14', 'bytes=-0'])('%s is behind the end', async (range) => {
  expect(await ask(range)).toEqual([416, 'bytes */10', '']);
});

test.each(['bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=a-b'])(
  'what %s asks for is not heeded: the whole comes',
  async (range) => {
    expect(await ask(range)).toEqual([200, null, '0123456789']);
  },
);

test('a part of an older film is not mixed with this one', async () => {
  expect(await ask('bytes=0-1', { 'If-Range': '"build"' })).toEqual([206, 'bytes 0-1/10', '01']);
  expect(await ask('bytes=0-1', { 'If-Range': '"older"' })).toEqual([200, null, '0123456789']);
});

test('a request for the whole film says that ranges are accepted', async () => {
  const answer = await open(film);
  expect([answer.status, answer.headers.get('Accept-Ranges')]).toEqual([200, 'bytes']);
  const head = await open(film, undefined, { method: 'HEAD', headers: { Range: 'bytes=0-1' } });
  expect([head.status, head.headers.get('Accept-Ranges')]).toEqual([200, 'bytes']);
});

test('other files come whole', async () => {
  const icon = await open('/icon-turn.svg', undefined, { headers: { Range: 'bytes=0-1' } });
  expect([icon.status, icon.headers.get('Accept-Ranges')]).toEqual([200, null]);
});
