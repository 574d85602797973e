import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an early call without an answer ends after 15 s, so that the page does not stay empty', async () => {
  vi.useFakeTimers();
  const silent = vi.fn<typeof fetch>(
    (_path, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('no answer')));
      }),
  );
  vi.stubGlobal('fetch', silent);
  await import('../../src/client/entries/member-call.ts');
  expect(silent).toHaveBeenCalledWith('/auth/me', expect.objectContaining({ credentials: 'include' }));
  const ended = vi.fn<() => void>();
  const over = globalThis.earlyMemberCall?.response.then(undefined, ended);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await over;
  expect(ended).toHaveBeenCalledOnce();
});
