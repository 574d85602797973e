/** Before and after each component test: a server of its own, an empty document, nothing that the page left behind. */
import { afterEach, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import { allPages } from './all-pages.ts';
import { resetServerClock } from './clock.ts';
import { startServer, theServer } from './fake-server.ts';
import { closePages } from './pages.tsx';
import { actInPage } from './press.ts';

/** As wide as a tablet: a test that is about another width says so. */
const desk = { width: 1280, height: 800 };

actInPage();
await allPages;

// The document of the tests is in a frame. A hidden frame has layout, focus and events, and is not painted: nobody looks, and
// painting takes a fifth of the processor time.
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
