/**
 * The public pages in a browser: the menu (`docs/spec.md` section 2), the size of the landing page, and the use without
 * scripts.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accessibilityProblems, journey } from '../support/harness.ts';

const here = journey();

/** Tests the menu on a page that the Worker renders and on a page of the app. */
test.for(['/help', '/signup'])('the menu of %s on a phone', async (path) => {
  const { page } = await here.newPhone();
  await page.goto(path);
  const toggle = page.getByRole('button', { name: 'Menu' });
  const items = page.getByRole('navigation', { name: 'Site' }).getByRole('link');
  const isOpen = async () => [await toggle.getAttribute('aria-expanded'), await items.count()];
  await toggle.waitFor();
  expect(await isOpen()).toEqual(['false', 0]);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  expect(await isOpen()).toEqual(['true', 3]);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Login');
  await page.keyboard.press('Escape');
  expect(await isOpen()).toEqual(['false', 0]);
  expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);

  await toggle.click();
  expect(await isOpen()).toEqual(['true', 3]);
  await page.mouse.click(380, 700);
  expect(await isOpen()).toEqual(['false', 0]);

  await toggle.click();
  await page.setViewportSize({ width: 640, height: 844 });
  await toggle.waitFor({ state: 'hidden' });
  expect(await items.allInnerTexts()).toEqual(['Login', 'Get Started', 'Join Queue']);
  // Polls, because the page's script runs one frame after the stylesheet applies to the new width.
  await expect.poll(() => page.locator('header [aria-expanded]').getAttribute('aria-expanded')).toBe('false');
  await page.setViewportSize({ width: 639, height: 844 });
  await toggle.waitFor();
  expect(await isOpen()).toEqual(['false', 0]);

  await toggle.click();
  await page.getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('/login');
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  expect(await page.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('false');
  // A link from a page of the app opens the landing page as the Worker renders it, with its demo line.
  await page.getByRole('banner').getByRole('link', { name: 'Holdline' }).click();
  await page.getByRole('group', { name: 'Mara’s phone' }).waitFor();
});

test('the first key leads past the head', async () => {
  const { page } = await here.newDesktop();
  await page.goto('/help');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('the landing page weighs at most 150 KB as it is sent, with all it loads from nowhere else', async () => {
  const { page } = await here.newPhone();
  const hosts = new Set<string>();
  const files: Promise<number>[] = [];
  page.on('response', (response) => {
    hosts.add(new URL(response.url()).host);
    files.push(
      response
        .request()
        .sizes()
        .then((sizes) => sizes.responseBodySize),
    );
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(files)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(30_000);
  expect(bytes).toBeLessThanOrEqual(150_000);
  expect([...hosts]).toEqual([new URL(here.app.origin).host]);
});

test('the line to play with moves as the product does, and asks the server for nothing', async () => {
  const { page } = await here.newDesktop();
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.clock.install();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  const mara = page.getByRole('group', { name: 'Mara’s phone' });
  const owner = page.getByRole('group', { name: 'Your dashboard' });
  const admit = (name: string) => owner.getByRole('button', { name: `Admit ${name}`, exact: true });
  await mara.getByText('You are #3 in line').waitFor();
  await mara.getByText('There are 2 people ahead of you').waitFor();
  await mara.getByText('Estimated Wait: 10 minutes').waitFor();
  await owner.getByText('3 customers', { exact: true }).waitFor();

  await admit('Putu Wirawan').press('Enter');
  await mara.getByText('You are #2 in line').waitFor();
  await mara.getByText('There is 1 person ahead of you').waitFor();
  await owner.getByText('2 customers', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await mara.getByText('You are #1 in line').waitFor();
  expect(
    await owner.getByRole('listitem').filter({ hasText: 'Mara' }).locator('span').first().innerText(),
  ).toBe('1');

  await page.keyboard.press('Enter');
  await mara.getByText("It's your turn", { exact: true }).waitFor();
  await mara.getByText('Your spot will be held for 5 minutes.').waitFor();
  const screen = mara.locator('[data-view="turn"]');
  expect(await screen.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await owner.getByText('No customers in queue at this location.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.clock.fastForward(120_000);
  await expect.poll(() => mara.getByRole('timer').innerText()).toMatch(/^0(3:00|2:[345]\d)$/);
  await page.clock.fastForward(180_000);
  await mara.getByText('Timer expired — your spot will be released.').waitFor();

  await owner.getByRole('button', { name: 'Start again' }).click();
  await mara.getByText('You are #3 in line').waitFor();
  await owner.getByRole('button', { name: 'Remove Chen Wei', exact: true }).click();
  await mara.getByText('You are #2 in line').waitFor();
  await owner.getByRole('button', { name: 'Remove Mara Lindqvist', exact: true }).click();
  await mara.getByText('You have been removed from the queue by the business.').waitFor();
  await owner.getByText('1 customer', { exact: true }).waitFor();
  expect(calls).toEqual([]);
});

test('the film plays when it is asked to, in parts, with its captions', async () => {
  const { page } = await here.newPhone();
  const loaded: string[] = [];
  page.on('response', (answer) => {
    const [, file] = /\/(demo)-[\w-]+\.(?:webm|mp4)$/.exec(answer.url()) ?? [];
    if (file !== undefined) loaded.push(`${file} ${answer.status()}`);
  });
  await page.goto('/demo', { waitUntil: 'networkidle' });
  const film = page.locator('video');
  const box = await film.boundingBox();
  expect([box?.width, Math.round(box?.height ?? 0)]).toEqual([358, 269]);
  expect(loaded).toEqual([]);
  await film.evaluate((video: HTMLVideoElement) => video.play());
  const state = () =>
    film.evaluate(({ currentTime, textTracks }: HTMLVideoElement) => ({
      isMoving: currentTime > 0.2,
      hasCaptions: (textTracks[0]?.cues?.length ?? 0) > 10,
    }));
  await expect.poll(state).toEqual({ isMoving: true, hasCaptions: true });
  expect(new Set(loaded)).toEqual(new Set(['demo 206']));

  // The MP4 file is for phones that cannot play WebM. The test does not play this file, because some browsers cannot
  // play H.264.
  const mp4 = (await film.locator('source[type="video/mp4"]').getAttribute('src')) ?? '';
  const part = await page.request.get(mp4, { headers: { Range: 'bytes=1000-1999' } });
  const whole = readFileSync('src/client/film/demo.mp4');
  const { 'content-type': type, 'content-range': range, 'accept-ranges': ranges } = part.headers();
  expect([part.status(), type, range, ranges]).toEqual([
    206,
    'video/mp4',
    `bytes 1000-1999/${whole.length}`,
    'bytes',
  ]);
  expect((await part.body()).equals(whole.subarray(1000, 2000))).toBe(true);
});

test('without scripts the pages are whole, their head needs no menu, and a form says that it needs them', async () => {
  const { page, expectComplaint } = await here.newPhone({ javaScriptEnabled: false });
  // Without scripts, Chromium reports each script's preload as forbidden by the content security policy.
  expectComplaint(/^csp GET \/assets\/[\w.-]+\.js$/);
  await page.goto('/');
  const head = page.getByRole('banner').getByRole('link');
  expect(await head.allInnerTexts()).toEqual(['Holdline', 'Login', 'Get Started', 'Join Queue']);
  expect(await page.getByRole('button').count()).toBe(0);
  await page.getByRole('link', { name: 'Watch Demo' }).click();
  await page.getByRole('heading', { name: 'See it work' }).waitFor();

  // The form says that it needs scripts, and does not put typed text into the address.
  await page.goto('/login');
  const note = page.locator('form noscript p');
  expect([await note.isVisible(), await note.innerText()]).toEqual([
    true,
    'Please turn on JavaScript to use this form.',
  ]);
  await page.getByLabel('Password').fill('kopi-susu-at-noon');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign In' }).click();
  expect(page.url()).toBe(`${here.app.origin}/login`);
  expect(await page.getByLabel('Password').inputValue()).toBe('kopi-susu-at-noon');

  await page.goto('/business/dashboard');
  const missing = page.locator('body > noscript p');
  expect([await missing.isVisible(), await missing.innerText()]).toEqual([
    true,
    'Please turn on JavaScript to use this page.',
  ]);
});
