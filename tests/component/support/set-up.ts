/** Starts a new server before each component test, and closes the test's pages after it. */
import { afterEach, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import { allPages } from './all-pages.ts';
import { resetServerClock } from './clock.ts';
import { startServer, theServer } from './fake-server.ts';
import { closePages } from './pages.tsx';
import { actInPage } from './press.ts';

/** The width of a tablet. A test can set another width. */
const desk = { width: 1280, height: 800 };

actInPage();
await allPages;

// The document of the tests is in a frame. A hidden frame has layout, focus and events but is not painted, which saves
// a fifth of the processor time.
window.parent.document.documentElement.style.visibility = 'hidden';

beforeEach(async () => {
  startServer();
  resetServerClock();
  const isDesk = innerWidth === desk.width && innerHeight === desk.height;
  if (!isDesk) await page.viewport(desk.width, desk.height);
});

afterEach(() => {
  closePages();
  expect(theServer().unanswered, 'calls that no server answered').toEqual([]);
});
