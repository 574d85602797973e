/** The reminder by web push as a guest meets it: asked for by a tap, sent at the turn, shown by the service worker. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { newPushKeys } from '../../../scripts/local/push-keys.ts';
import { newReceiver, signedClaims } from '../../support/push-receiver.ts';
import { admit, joinQueue, openShop, waitingVisit, type Shop } from '../support/factories.ts';
import { accessibilityProblems, journey, toast } from '../support/harness.ts';
import { playPushManager, startPushService, type PushService } from '../support/push-service.ts';
import { joinOnPage } from '../support/steps.ts';

const endpoint = 'https://fcm.googleapis.com/fcm/send/this-phone';
const keys = newPushKeys();
let service: PushService | undefined;

const here = journey(async () => {
  service = await startPushService();
  return { ...keys, PUSH_STAND_IN: service.origin };
});

afterAll(() => service?.stop());

function theService(): PushService {
  if (service === undefined) throw new Error('The push service runs inside of tests only');
  return service;
}

const offer = { name: /^Remind me on this phone/ };
const on = { name: /^Reminder is on/ };

async function admitted(shop: Shop): Promise<void> {
  const visit = await waitingVisit(here.app.origin, shop, 'Mara');
  if (visit === undefined) throw new Error('Mara is not in line');
  await admit(here.app.origin, shop, visit);
}

/** Titles of the notifications that the service worker shows. */
function notifications(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/queue/');
    return ((await registration?.getNotifications()) ?? []).map(({ title, body }) => `${title}: ${body}`);
  });
}

test('a tap sets the reminder, and the turn is sent to this phone alone, readable by nobody else', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone({ permissions: ['notifications'] });
  const receiver = newReceiver(endpoint);
  const { subscribedBy } = await playPushManager(page, receiver);
  await joinOnPage(page, shop);
  expect(await subscribedBy()).toEqual([]);
  await page.getByText('A notification when it’s your turn, even with this page closed').waitFor();
  await page.getByRole('button', offer).click();
  await page.getByRole('button', on).waitFor();
  await page.getByText('We notify this phone when it’s your turn').waitFor();
  expect(await subscribedBy()).toEqual([keys.VAPID_PUBLIC_KEY]);
  await page.reload();
  await page.getByRole('button', on).waitFor();
  const { pushes } = theService();
  const before = pushes.length;
  await admitted(shop);
  await expect.poll(() => pushes.length).toBe(before + 1);
  const [push] = pushes.slice(before);
  expect(push?.url).toBe('/fcm.googleapis.com/fcm/send/this-phone');
  expect(signedClaims(push?.authorization ?? '')).toMatchObject({
    publicKey: keys.VAPID_PUBLIC_KEY,
    claims: { aud: 'https://fcm.googleapis.com' },
  });
  expect(JSON.parse(receiver.open(push?.body ?? Buffer.alloc(0)))).toEqual({
    title: "It's your turn · Blue Door Café",
    body: 'Your spot will be held for 5 minutes.',
    path: `/queue/${shop.username}`,
    language: 'en',
    direction: 'ltr',
  });
});

test('what the phone is sent becomes a notification of the service worker', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone({ permissions: ['notifications'] });
  await joinOnPage(page, shop);
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/queue/'))?.active?.state),
    )
    .toBe('activated');
  const session = await page.context().newCDPSession(page);
  const registrations: { registrationId: string; scopeURL: string; isDeleted: boolean }[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', (event) =>
    registrations.push(...event.registrations),
  );
  await session.send('ServiceWorker.enable');
  const data = JSON.stringify({
    title: "It's your turn · Blue Door Café",
    body: 'Your spot will be held for 5 minutes.',
    path: `/queue/${shop.username}`,
    language: 'en',
    direction: 'ltr',
  });
  // The browser lists other devices' workers of this address, too, and takes no message for them here.
  const ours = () =>
    registrations.filter((one) => one.scopeURL === `${here.app.origin}/queue/` && !one.isDeleted);
  await expect
    .poll(async () => {
      for (const { registrationId } of ours())
        await session.send('ServiceWorker.deliverPushMessage', {
          origin: here.app.origin,
          registrationId,
          data,
        });
      return notifications(page);
    })
    .toEqual(["It's your turn · Blue Door Café: Your spot will be held for 5 minutes."]);
});

test('a second tap takes the reminder back, and the turn is not sent', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone({ permissions: ['notifications'] });
  await playPushManager(page, newReceiver(endpoint));
  await joinOnPage(page, shop);
  await page.getByRole('button', offer).click();
  await page.getByRole('button', on).click();
  await page.getByRole('button', offer).waitFor();
  const { pushes } = theService();
  const before = pushes.length;
  await admitted(shop);
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  const other = await openShop(here.app.origin);
  await joinQueue(here.app.origin, other);
  expect(pushes).toHaveLength(before);
});

test('a browser that blocks notifications is said to do so', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await page.addInitScript(() => {
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      permission = 'denied';
      return 'denied';
    };
  });
  await joinOnPage(page, shop);
  await page.getByRole('button', offer).click();
  await toast(page, 'This browser blocks notifications for this page.').waitFor();
  await page
    .getByRole('button', { name: 'Remind me on this phone This browser blocks notifications for this page.' })
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('where the push service cannot be had the page says that it failed, and may be asked again', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone({ permissions: ['notifications'] });
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('no service', 'AbortError'));
  });
  await joinOnPage(page, shop);
  await page.getByRole('button', offer).click();
  await toast(page, 'The reminder could not be set').waitFor();
  await page.getByRole('button', offer).waitFor();
});

test('nothing is offered to a phone that cannot, from the first picture on', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15',
  });
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
  });
  await joinOnPage(page, shop);
  expect(await page.getByRole('button', offer).count()).toBe(0);
  const html = await (await page.request.get(`/queue/${shop.username}`)).text();
  expect(html).toContain('You are');
  expect(html).not.toContain('Remind me on this phone');
});
