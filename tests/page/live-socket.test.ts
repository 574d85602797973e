/** A page's live socket: the states that it reports, and when it reconnects. The socket and the browser are fakes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLiveSocket, type LiveSocket } from '../../src/client/lib/live-socket.ts';

/** A fake socket, which the test controls. */
class PlayedSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: PlayedSocket[] = [];
  readyState = 0;
  readonly sent: string[] = [];

  constructor() {
    super();
    PlayedSocket.all.push(this);
  }
  send(word: string): void {
    this.sent.push(word);
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  says(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  ends(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

let page: EventTarget;
let network: { onLine: boolean };
let states: string[];
let told: unknown[];
let live: LiveSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  page = new EventTarget();
  network = { onLine: true };
  const visible = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('WebSocket', PlayedSocket);
  vi.stubGlobal('location', { href: 'https://shop.example/business/dashboard' });
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('document', visible);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  PlayedSocket.all = [];
  states = [];
  told = [];
  live = openLiveSocket({
    path: '/auth/locations/1/live',
    onMessage: (message) => told.push(message),
    onState: (state) => states.push(state),
  });
});

afterEach(() => {
  live.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('it is live once it is open, and hears what is said', () => {
  socket().opens();
  socket().says('{"type":"queue"}');
  expect({ states, told }).toEqual({ states: ['reconnecting', 'live'], told: [{ type: 'queue' }] });
});

test('a connection without any answer is given up: the next try comes after ten seconds', () => {
  vi.advanceTimersByTime(10_000);
  expect(PlayedSocket.all.map(({ readyState }) => readyState)).toEqual([3]);
  vi.advanceTimersByTime(3_000);
  expect(PlayedSocket.all).toHaveLength(2);
  socket().opens();
  expect(states.at(-1)).toBe('live');
});

test('a ping without an answer ends being live after three seconds and the line after eight', () => {
  socket().opens();
  vi.advanceTimersByTime(20_000);
  expect(socket().sent).toEqual(['ping']);
  vi.advanceTimersByTime(2_999);
  expect(states.at(-1)).toBe('live');
  vi.advanceTimersByTime(1);
  expect(states.at(-1)).toBe('reconnecting');
  vi.advanceTimersByTime(5_000);
  expect(socket().readyState).toBe(3);
  vi.advanceTimersByTime(3_000);
  socket().opens();
  expect({ tries: PlayedSocket.all.length, state: states.at(-1) }).toEqual({ tries: 2, state: 'live' });
});

test('an answer that comes late makes it live again, and asks for what was missed', () => {
  socket().opens();
  vi.advanceTimersByTime(23_000);
  socket().says('pong');
  expect({ state: states.at(-1), sent: socket().sent }).toEqual({ state: 'live', sent: ['ping', 'sync'] });
  vi.advanceTimersByTime(10_000);
  expect(PlayedSocket.all).toHaveLength(1);
});

test('a server that is away for hours is tried at least every fifteen seconds', () => {
  for (let tries = 0; tries < 200; tries++) {
    socket().ends();
    const before = PlayedSocket.all.length;
    vi.advanceTimersByTime(15_000);
    expect(PlayedSocket.all.length).toBeGreaterThan(before);
  }
  socket().opens();
  expect(states.at(-1)).toBe('live');
});

test.each([
  [0.1, 300],
  [0.5, 1_500],
  [0.9, 2_700],
])('with the random number %d a page that was cut comes back after %i ms', (random, ms) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  socket().opens();
  socket().ends();
  vi.advanceTimersByTime(ms - 1);
  expect(PlayedSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(PlayedSocket.all).toHaveLength(2);
});

test('without a network it is offline and makes no tries; the network wakes it, visible or hidden', () => {
  socket().opens();
  network.onLine = false;
  page.dispatchEvent(new Event('offline'));
  vi.advanceTimersByTime(3_600_000);
  expect({ state: states.at(-1), tries: PlayedSocket.all.length }).toEqual({ state: 'offline', tries: 1 });
  Object.assign(document, { visibilityState: 'hidden' });
  network.onLine = true;
  page.dispatchEvent(new Event('online'));
  expect(states.at(-1)).toBe('reconnecting');
  socket().opens();
  expect(states.at(-1)).toBe('live');
});

test('a page that becomes visible asks for missed changes and checks the connection', () => {
  socket().opens();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(socket().sent).toEqual(['sync', 'ping']);
  vi.advanceTimersByTime(3_000);
  expect(states.at(-1)).toBe('reconnecting');
});

test('once closed it stays closed', () => {
  socket().opens();
  live.close();
  vi.advanceTimersByTime(3_600_000);
  page.dispatchEvent(new Event('online'));
  expect(PlayedSocket.all).toHaveLength(1);
});

function socket(): PlayedSocket {
  const last = PlayedSocket.all.at(-1);
  if (last === undefined) throw new Error('no socket was opened');
  return last;
}

/** Gives the page a socket that another script has opened. */
function openWith(given: PlayedSocket): void {
  live.close();
  PlayedSocket.all = [given];
  states = [];
  live = openLiveSocket({
    path: '/auth/locations/1/live',
    // @ts-expect-error The played socket is used as the browser's.
    opened: given,
    onMessage: (message) => told.push(message),
    onState: (state) => states.push(state),
  });
}

test('a socket that is open already is used, and replaced when it ends', () => {
  const given = new PlayedSocket();
  given.opens();
  openWith(given);
  given.says('{"type":"queue"}');
  expect({ states, told }).toEqual({ states: ['live'], told: [{ type: 'queue' }] });
  vi.advanceTimersByTime(10_000);
  expect(PlayedSocket.all).toHaveLength(1);
  given.ends();
  vi.advanceTimersByTime(3_000);
  expect(PlayedSocket.all).toHaveLength(2);
});

test('a socket that is still opening is waited for; one that has ended is not used', () => {
  const opening = new PlayedSocket();
  openWith(opening);
  expect(states).toEqual(['reconnecting']);
  opening.opens();
  expect(states).toEqual(['reconnecting', 'live']);
  const ended = new PlayedSocket();
  ended.ends();
  openWith(ended);
  expect(PlayedSocket.all).toHaveLength(2);
});
