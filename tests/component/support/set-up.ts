/** Before and after each component test: a server of its own, an empty document, nothing that the page left behind. */
import { afterEach, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import { resetServerClock } from './clock.ts';
import { startServer, theServer } from './fake-server.ts';
import { closePages } from './pages.tsx';

/** As wide as a tablet: a test that is about another width says so. */
const desk = { width: 1280, height: 800 };

beforeEach(async () => {
  startServer();
  resetServerClock();
  await page.viewport(desk.width, desk.height);
});

afterEach(() => {
  closePages();
  expect(theServer().unanswered, 'calls that no server answered').toEqual([]);
});
