/**
 * A push service on this machine. The Worker sends its messages to this service instead of the browsers' services
 * (`PUSH_STAND_IN`).
 */
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import type { Receiver } from '../../support/push-receiver.ts';

type Push = { url: string; authorization: string; body: Buffer };

export type PushService = { origin: string; pushes: Push[]; stop(): Promise<void> };

export async function startPushService(): Promise<PushService> {
  const pushes: Push[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      pushes.push({ url, authorization: headers.authorization ?? '', body: Buffer.concat(chunks) });
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The push service has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    pushes,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * Fakes the browser's subscription, because Google's push service is unreachable offline. All other parts of the web
 * push are real. The result has a function that returns the server keys with which the page has subscribed.
 */
export async function playPushManager(
  page: Page,
  { subscription }: Receiver,
): Promise<{ subscribedBy: () => Promise<string[]> }> {
  await page.addInitScript((given) => {
    const asked: string[] = [];
    Object.assign(window, { askedToSubscribe: asked });
    let present: object | null = null;
    const played = {
      endpoint: given.endpoint,
      toJSON: () => ({ ...given, expirationTime: null }),
      unsubscribe: async () => {
        present = null;
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      subscribe: async (options: { applicationServerKey: string; userVisibleOnly: boolean }) => {
        if (!options.userVisibleOnly) throw new Error('Chromium refuses this');
        asked.push(options.applicationServerKey);
        present = played;
        return played;
      },
      getSubscription: async () => present,
    });
  }, subscription);
  return {
    subscribedBy: () =>
      page.evaluate(() => {
        const asked: unknown = Reflect.get(window, 'askedToSubscribe');
        return Array.isArray(asked) ? asked.map(String) : [];
      }),
  };
}
