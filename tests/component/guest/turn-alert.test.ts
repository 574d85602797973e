/**
 * The alert at the turn of a guest who does not look at the page: sound, vibration, a screen that stays on, and the
 * browser's tab.
 */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { disarmTurnAlert } from '../../../src/client/features/guest/status/turn-alert.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { takeClock } from '../support/clock.ts';
import { button, leaveOnPage, onPhone } from '../support/guest-steps.ts';
import { openGuestPage, says, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';
import { giveSound, playSound } from '../support/sound.ts';

const NOTES_IN_A_ROUND = 3;
const switchOff = button(/^Chime when/);
const switchOn = button(/^Chime and screen on/);

// Each test disarms the alert, because the alert belongs to the document, which all tests share.
afterEach(() => disarmTurnAlert());

test('one tap arms the chime, which is heard at the turn though the system took the sound meanwhile', async () => {
  const { shop, sound, vibrate } = await openWaiting();
  await arm();
  await expect.element(toast('Sound is on')).toBeVisible();
  expect(sound.tones).toBe(NOTES_IN_A_ROUND);
  expect(vibrate).not.toHaveBeenCalled();
  expect(await accessibilityProblems()).toEqual([]);
  sound.state = 'suspended';
  await turnComes(shop);
  await expect.poll(() => sound.tones).toBe(4 * NOTES_IN_A_ROUND);
  expect(vibrate.mock.calls).toEqual([[[200, 100, 200, 100, 400]]]);
});

test('a page whose chime was not armed vibrates at the turn and is silent', async () => {
  const { shop, sound, vibrate, screen } = await openWaiting();
  await turnComes(shop);
  await expect.poll(() => vibrate.mock.calls.length).toBe(1);
  expect([sound.tones, screen.asked]).toEqual([0, 0]);
});

test('the sound is taken back when the page is seen again, or tapped', async () => {
  const { sound } = await openWaiting();
  await arm();
  sound.state = 'suspended';
  seenAgain();
  await expect.poll(() => sound.state).toBe('running');
  sound.state = 'suspended';
  await page.getByText('Mara Lindqvist').click();
  await expect.poll(() => sound.state).toBe('running');
});

test.for([
  ['refuses the sound', () => Promise.reject(new DOMException('In a call', 'InvalidStateError'))],
  ['neither gives nor refuses it', () => new Promise<void>(() => {})],
] as const)(
  'where the system %s the guest is told, and the switch stays off until it works',
  async ([, answer]) => {
    takeClock();
    const { sound, screen } = await openWaiting();
    sound.resume = answer;
    await switchOff.click();
    // A second press has no effect while the system has not answered the first press.
    await switchOff.click();
    await vi.advanceTimersByTimeAsync(3_000);
    await expect.element(toast('The sound could not be switched on')).toBeVisible();
    await expect.element(switchOff).toHaveAttribute('aria-pressed', 'false');
    expect([sound.tones, screen.held.size]).toEqual([0, 0]);
    sound.resume = () => giveSound(sound);
    await arm();
    await expect.poll(() => [sound.tones, screen.held.size]).toEqual([NOTES_IN_A_ROUND, 1]);
  },
);

test('the screen is held while armed, again when the page is seen again, and let go at the end', async () => {
  const { screen } = await openWaiting();
  expect(screen.asked).toBe(0);
  await arm();
  await expect.poll(() => [screen.asked, screen.held.size]).toEqual([1, 1]);
  // The lock is still held, so the page does not request another lock when the page becomes visible.
  seenAgain();
  screen.take();
  expect([screen.asked, screen.held.size]).toEqual([1, 0]);
  // The page becomes visible twice before the system answers: the page must hold only one lock afterwards.
  seenAgain();
  seenAgain();
  await expect.poll(() => screen.held.size).toBe(1);
  await switchOn.click();
  await expect.poll(() => screen.held.size).toBe(0);
  await arm();
  await expect.poll(() => screen.held.size).toBe(1);
  await leaveOnPage();
  await expect.poll(() => screen.held.size).toBe(0);
});

test('title and icon of the tab say where one stands, that it is now, and that it is over', async () => {
  takeClock();
  const calm = document.createElement('link');
  Object.assign(calm, { rel: 'icon', href: '/favicon.ico' });
  document.head.prepend(calm);
  onTestFinished(() => calm.remove());
  const tab = () => [
    document.title,
    document.querySelector<HTMLLinkElement>('link[rel=icon]')?.getAttribute('href'),
  ];
  const { shop } = await openWaiting();
  await expect.poll(() => tab()).toEqual(['#1 in line · Blue Door Café', '/favicon.ico']);
  await turnComes(shop);
  const turn = "It's your turn · Blue Door Café";
  // The page shows the animated icon a second after the turn, because the icon costs processor time.
  await expect.poll(() => tab()).toEqual([turn, '/favicon.ico']);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => tab()).toEqual([turn, '/icon-turn.svg']);
  shop.queue.endHold('visit-1');
  await expect.poll(tab).toEqual(['Your time is up · Blue Door Café', '/favicon.ico']);
});

/** Opens the page of a guest in line on a phone that records sounds and vibrations. */
async function openWaiting() {
  await onPhone();
  const sound = playSound();
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  const screen = requestWakeLock();
  const shop = openShop();
  const { customer } = shop.queue.join();
  openGuestPage(shop, { visitId: customer.id });
  await says('Live');
  return { shop, sound, vibrate, screen };
}

/** A wake lock, which keeps the screen on. The set `held` contains each lock until its release. */
class Lock extends EventTarget implements WakeLockSentinel {
  readonly type = 'screen';
  onrelease = null;
  released = false;
  readonly #held: Set<Lock>;

  constructor(held: Set<Lock>) {
    super();
    this.#held = held;
  }

  async release(): Promise<void> {
    this.released = true;
    this.#held.delete(this);
  }
}

/** Replaces the system's wake locks. */
function requestWakeLock() {
  const held = new Set<Lock>();
  const screen = {
    asked: 0,
    held,
    /** Simulates that the system releases all locks. */
    take: () => {
      for (const lock of held) void lock.release();
    },
  };
  const request = async () => {
    screen.asked += 1;
    const lock = new Lock(held);
    held.add(lock);
    return lock;
  };
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(request);
  return screen;
}

async function arm(): Promise<void> {
  await switchOff.click();
  await expect.element(switchOn).toHaveAttribute('aria-pressed', 'true');
}

function seenAgain(): void {
  document.dispatchEvent(new Event('visibilitychange'));
}

async function turnComes({ queue }: Shop): Promise<void> {
  queue.admit('visit-1');
  await expect.element(page.getByRole('heading', { name: "It's your turn" })).toBeVisible();
}
