import { expect, test } from 'vitest';
import { drainBody, mayHaveRest, namesThisMachine } from '../../../src/worker/development/local-front.ts';

test.each([
  ['localhost:8787', true],
  ['shop.localhost:8787', true],
  ['127.0.0.1:8787', true],
  ['192.168.1.20', true],
  ['[::1]:8787', true],
  ['queue.example.com', true],
  ['QUEUE.example.com:443', true],
  ['evil.example:8787', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['evil.example#127.0.0.1', false],
  ['no host', false],
])('whether %s names this machine: %s', (host, expected) => {
  const request = new Request('http://localhost:8787/dev/outbox', { headers: { Host: host } });
  expect(namesThisMachine(request, 'https://queue.example.com')).toBe(expected);
});

test('without a Host header counts the host of the address', () => {
  expect(namesThisMachine(new Request('http://localhost:8787/'), '')).toBe(true);
  expect(namesThisMachine(new Request('http://evil.example/'), '')).toBe(false);
});

/** A body of `chunks` mebibytes, and a function that counts the chunks that were read. */
function upload(chunks: number) {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read === chunks) return controller.close();
        read += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, read: () => read };
}

test('the rest of a body is read, up to a limit', async () => {
  const whole = upload(12);
  await drainBody(whole.body);
  expect(whole.read()).toBe(12);
  const endless = upload(1000);
  await drainBody(endless.body);
  expect(endless.read()).toBeLessThan(100);
});

test('a rest is possible unless there is no body, or the Worker has read one of known length', async () => {
  const post = (headers: Record<string, string>) =>
    new Request('http://localhost/', { method: 'POST', body: '{}', headers });
  const ofKnownLength = post({ 'Content-Length': '2' });
  const streamed = post({});
  expect([new Request('http://localhost/'), ofKnownLength, streamed].map(mayHaveRest)).toEqual([
    false,
    true,
    true,
  ]);
  await Promise.all([ofKnownLength.text(), streamed.text()]);
  expect([ofKnownLength, streamed].map(mayHaveRest)).toEqual([false, true]);
});

test('a missing body, a locked one and a broken one are no error', async () => {
  await drainBody(null);
  const { body } = upload(1);
  body.getReader();
  await drainBody(body);
  await drainBody(new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) }));
});
