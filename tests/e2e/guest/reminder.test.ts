/**
 * The reminder by web push: sent at the turn, and shown by the service worker. `tests/component/guest/reminder.test.ts`
 * tests the reminder's switch.
 */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { newPushKeys } from '../../../scripts/local/push-keys.ts';
import { newReceiver, signedClaims } from '../../support/push-receiver.ts';
import { admitByName, openShop } from '../support/factories.ts';
import { journey } from '../support/harness.ts';
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

/** The titles and texts of the notifications that the service worker shows. */
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
  await admitByName(here.app.origin, shop, 'Mara');
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
  // Only our own service worker gets the message, because `registrations` also contains service workers of other
  // devices.
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
