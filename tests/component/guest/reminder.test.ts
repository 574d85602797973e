/** The reminder by web push: the guest turns it on and off by a tap, and some phones do not support it. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { accessibilityProblems } from '../support/axe.ts';
import { theServer } from '../support/fake-server.ts';
import { button } from '../support/guest-steps.ts';
import { openGuestPage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const call = '/auth/business/:username/queue/token/:token/reminder';
const endpoint = 'https://fcm.googleapis.com/fcm/send/this-phone';
const keys = { p256dh: 'key', auth: 'secret' };
const offer = button(/^Remind me on this phone/);
const on = button(/^Reminder is on/);

/** Replaces the browser's permission for notifications. A request for the permission gets the answer `permission`. */
function playPhone({ permission = 'granted' }: { permission?: NotificationPermission } = {}) {
  let given: NotificationPermission = 'default';
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => given);
  vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => (given = permission));
  let present: object | null = null;
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys, expirationTime: null }),
    unsubscribe: async () => {
      present = null;
      return true;
    },
  };
  const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<object>>(
    async () => (present = subscription),
  );
  const pushManager = { subscribe, getSubscription: async () => present };
  const registration: ServiceWorkerRegistration = Object.create(ServiceWorkerRegistration.prototype, {
    pushManager: { value: pushManager },
    installing: { value: null },
  });
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration);
  return { subscribe, isSubscribed: () => present !== null };
}

/** Opens the page of a waiting guest, which offers a reminder. */
function openWaiting({ likely = true } = {}) {
  const shop = openShop();
  const { customer } = shop.queue.join();
  theServer().answer('PUT', call, () => ({ success: true }));
  theServer().answer('DELETE', call, () => ({ success: true }));
  const about = { visitId: customer.id, boot: { reminder: { key: 'our-key', likely } } };
  openGuestPage(shop, about);
  return () => openGuestPage(shop, about);
}

test('a tap sets the reminder for this phone, and a second one takes it back', async () => {
  const { subscribe, isSubscribed } = playPhone();
  const loadAgain = openWaiting();
  await says('A notification when it’s your turn, even with this page closed');
  expect(subscribe).not.toHaveBeenCalled();
  await offer.click();
  await expect.element(on).toBeVisible();
  await says('We notify this phone when it’s your turn');
  expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: 'our-key' }]]);
  expect(theServer().bodiesOf('PUT', call)).toEqual([{ endpoint, keys }]);
  expect(await accessibilityProblems()).toEqual([]);
  loadAgain();
  await on.click();
  await expect.element(offer).toBeVisible();
  expect(theServer().bodiesOf('DELETE', call)).toEqual([{ endpoint }]);
  await expect.poll(() => isSubscribed()).toBe(false);
});

test('a browser that blocks notifications is said to do so', async () => {
  playPhone({ permission: 'denied' });
  openWaiting();
  await offer.click();
  const blocked = 'This browser blocks notifications for this page.';
  await expect.element(toast(blocked)).toBeVisible();
  await expect.element(button(`Remind me on this phone ${blocked}`)).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

test('where the push service cannot be had the page says that it failed, and may be asked again', async () => {
  const { subscribe } = playPhone();
  subscribe.mockRejectedValue(new DOMException('no service', 'AbortError'));
  openWaiting();
  await offer.click();
  await expect.element(toast('The reminder could not be set')).toBeVisible();
  await expect.element(offer).toBeVisible();
  expect(theServer().callsTo('PUT', call)).toEqual([]);
});

test('nothing is offered to a phone that cannot', async () => {
  const { PushManager } = window;
  Reflect.deleteProperty(window, 'PushManager');
  onTestFinished(() => void Object.assign(window, { PushManager }));
  openWaiting({ likely: false });
  await says('Live');
  await expect.element(offer).not.toBeInTheDocument();
});
