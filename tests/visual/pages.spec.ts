/** Visual regression: each public page at three widths, in light and dark mode, looks like its stored picture. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { freePort, startRealServer, type RealServer } from '../../scripts/local/real-server.ts';
import { serverRenderedPages, formPages } from '../../src/shared/site/site-pages.ts';

const WIDTHS = [390, 820, 1440];
const HEIGHT = 844;
const SCHEMES = ['light', 'dark'] as const;
/** The fixed current time of the pages. */
const NOW = '2026-11-21T05:00:00.000Z';
/** Lays out lazy content at once, and shows only the poster of a video. */
const STILL = `* { content-visibility: visible !important; }
  video::-webkit-media-controls { display: none !important; }`;

const servers = [
  {
    vars: {},
    paths: [...Object.keys(serverRenderedPages), ...Object.keys(formPages), '/queue', '/no-such-page'],
  },
  { vars: { MAINTENANCE: 'on' }, paths: ['/maintenance'] },
];

for (const { vars, paths } of servers) {
  test.describe(`with ${JSON.stringify(vars)}`, () => {
    let stateDir: string;
    let server: RealServer;
    test.beforeAll(async () => {
      stateDir = mkdtempSync(path.join(tmpdir(), 'visual-test-'));
      server = await startRealServer(stateDir, await freePort(), { vars });
    });
    test.afterAll(async () => {
      await server.stop();
      rmSync(stateDir, { recursive: true });
    });

    for (const where of paths) {
      for (const width of WIDTHS) {
        test(`${where} at ${width} px`, async ({ page }) => {
          await page.setViewportSize({ width, height: HEIGHT });
          await page.clock.setFixedTime(NOW);
          await page.goto(server.origin + where, { waitUntil: 'networkidle' });
          await page.addStyleTag({ content: STILL });
          for (const scheme of SCHEMES) {
            await page.emulateMedia({ colorScheme: scheme });
            await expect.soft(page).toHaveScreenshot(pictureOf(where, width, scheme));
          }
        });
      }
    }
  });
}

test('every picture that is kept is of a page', () => {
  const pages = servers.flatMap(({ paths }) => paths);
  const wanted = pages.flatMap((where) =>
    WIDTHS.flatMap((width) => SCHEMES.map((scheme) => pictureOf(where, width, scheme))),
  );
  const kept = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.webp'));
  expect(kept.toSorted()).toEqual(wanted.toSorted());
});

function pictureOf(where: string, width: number, scheme: string): string {
  return `${where.slice(1) || 'home'}-${width}-${scheme}.webp`;
}
