/**
 * `npm run demo:record`: records the film of `/demo` from the running product, with an empty state folder, two phones
 * and a tablet. The result is committed, so that a build needs no browser. The recording takes some minutes.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { toDataURL } from 'qrcode';
import { demoCopy } from '../src/shared/copy/en/site/demo.ts';
import { siteCopy } from '../src/shared/copy/en/site.ts';
import { demoFilm } from '../src/shared/site/demo-film.ts';
import { TRIAL_DAYS } from '../src/shared/limits.ts';
import { product } from '../src/shared/product.ts';
import { demoLocations, demoOwner } from './demo/demo-business.ts';
import { projectRoot } from './local/settings.ts';
import { logInAsDemoOwner, showProduct, type ShownProduct } from './local/shown-product.ts';

type ScreenName = 'left' | 'tablet' | 'right';
type View = { x: number; y: number; width: number };
type Words = { fromMs: number; toMs: number; text: string };
type Change = {
  shots?: Record<string, string>;
  view?: View;
  heading?: string;
  finger?: { x: number; y: number } | null;
  card?: string;
};
/** A frame of the film, and the file that has its picture. `atMs`: the time at which the frame appears. */
type Frame = { atMs: number; file: string };

const FRAME_MS = 40;
const FINGER_MS = 320;
const TAP_ENDS_MS = 240;
const KEY_MS = 100;
const CAMERA_MS = 1_000;
const OPENING_MS = 2_600;
const CLOSING_MS = 3_600;
/**
 * While the picture does not change, only one of every `STILL_EVERY` frames is encoded, so that the picture gets
 * sharper and seeking stays fast.
 */
const STILL_EVERY = 12;
const CAPTION_LINE_MAX = 42;
const FILES_MAX_BYTES = 3_000_000;
const { widthPx: WIDTH, heightPx: HEIGHT } = demoFilm;

const sourceFolder = path.join(projectRoot, 'src', 'client');
const target = path.join(sourceFolder, 'film');
const framesFolder = mkdtempSync(path.join(tmpdir(), 'film-frames-'));

/** Place and size of each screen in the scene, in CSS pixels, and the scale at which the screen is recorded. */
const screens = {
  left: { x: 0, y: 150, width: 390, height: 800, pixelsPerPoint: 2.5 },
  tablet: { x: 484, y: 166, width: 1024, height: 768, pixelsPerPoint: 1.7 },
  right: { x: 1602, y: 150, width: 390, height: 800, pixelsPerPoint: 2.5 },
};
/** The fictitious address in the QR code of the poster at the door. */
const posterAddress = `https://holdline.example/queue/${demoOwner.username}`;

const screenNames: ScreenName[] = ['left', 'tablet', 'right'];

const everything = { x: 996, y: 550, width: 2_080 };
const withTablet = { left: { x: 754, y: 550, width: 1_600 }, right: { x: 1_238, y: 550, width: 1_600 } };

/** A close camera view of a screen, centred on the point (`x`, `y`) of the screen. */
function near(screen: ScreenName, y: number, x = 195, width = 560): View {
  return { x: screens[screen].x + x, y: screens[screen].y + y, width };
}

try {
  await showProduct('film', recordFilm);
} finally {
  rmSync(framesFolder, { recursive: true });
}

async function recordFilm({ browser, origin }: ShownProduct): Promise<void> {
  const newPage = async (screen: ScreenName): Promise<Page> => {
    const { width, height, pixelsPerPoint } = screens[screen];
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width, height },
      deviceScaleFactor: pixelsPerPoint,
      hasTouch: true,
      isMobile: true,
      locale: 'en-US',
      timezoneId: 'Asia/Jakarta',
      colorScheme: 'light',
    });
    return context.newPage();
  };
  const pages = {
    left: await newPage('left'),
    tablet: await newPage('tablet'),
    right: await newPage('right'),
  };
  await logInAsDemoOwner(pages.tablet);
  await setScene(pages);
  const stage = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  await openStage(stage);

  const film = await startFilm(pages, stage);
  await film.card(siteCopy.hero, OPENING_MS);
  await tell(film);
  film.quiet();
  await film.card(siteCopy.trialNote(TRIAL_DAYS), CLOSING_MS);

  const lengthMs = film.nowMs();
  const webm = await encode(stage, film.frames, lengthMs, 'webm', { width: WIDTH, bitrate: 50_000 });
  // The MP4 is for older phones. The MP4 encoder compresses less well than the WebM encoder, so the MP4 has a smaller
  // picture and half the frames.
  const mp4Frames = film.frames.filter(({ atMs }) => atMs % (2 * FRAME_MS) === 0);
  const mp4 = await encode(stage, mp4Frames, lengthMs, 'mp4', { width: 720, bitrate: 85_000 });
  if (webm.length + mp4.length > FILES_MAX_BYTES)
    throw new Error(`Both forms weigh more than 3 MB: ${webm.length} and ${mp4.length} bytes.`);
  save('demo.webm', webm);
  save('demo.mp4', mp4);
  save('demo-poster.webp', film.poster());
  save('demo.en.vtt', webVtt(film.captions));
  const lengthSeconds = Math.round(lengthMs / 1_000);
  console.log(`src/shared/site/demo-film.ts has to say: ${lengthSeconds} seconds, recorded today.`);
}

type Film = Awaited<ReturnType<typeof startFilm>>;

/**
 * Animations advance frame by frame, so that animations are smooth on any machine. Network answers, WebSockets and
 * countdowns run by the real clock. The film's clock is never ahead of the real clock.
 */
async function startFilm(pages: Record<ScreenName, Page>, stage: Page) {
  const sessions = new Map<ScreenName, CDPSession>();
  for (const name of screenNames) sessions.set(name, await freeze(pages[name]));
  const stageSession = await stage.context().newCDPSession(stage);
  const frames: Frame[] = [];
  const captions: Words[] = [];
  let nowMs = 0;
  let poster = Buffer.alloc(0);
  let view: View = everything;
  let move: { from: View; to: View; atMs: number; tookMs: number } | null = null;
  /** Differences between the last captured frame and the next frame. */
  let change: Change = { view };
  const startedAt = performance.now();

  /** Takes one frame. A scene that does not change is captured only at intervals. */
  async function playFrame(): Promise<void> {
    const shots: Record<string, string> = {};
    if (move !== null) {
      view = between(move.from, move.to, Math.min(1, (nowMs - move.atMs) / move.tookMs));
      change.view = view;
      if (view === move.to) move = null;
    }
    for (const name of screenNames) {
      if (!(await moveOn(pages[name]))) continue;
      const shot = await sessions.get(name)?.send('Page.captureScreenshot', { format: 'jpeg', quality: 95 });
      if (shot !== undefined) shots[name] = `data:image/jpeg;base64,${shot.data}`;
    }
    const isStill = Object.keys({ ...shots, ...change }).length === 0;
    if (!isStill || (nowMs / FRAME_MS) % STILL_EVERY === 0) {
      await stage.evaluate(draw, { ...change, shots });
      change = {};
      const { data } = await stageSession.send('Page.captureScreenshot', { format: 'png' });
      const file = path.join(framesFolder, `${nowMs}.png`);
      writeFileSync(file, data, 'base64');
      frames.push({ atMs: nowMs, file });
    }
    nowMs += FRAME_MS;
    const early = nowMs - (performance.now() - startedAt);
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  }

  async function play(ms: number): Promise<void> {
    for (let playedMs = 0; playedMs < ms; playedMs += FRAME_MS) await playFrame();
  }

  const film = {
    pages,
    frames,
    captions,
    play,
    nowMs: () => nowMs,
    poster: () => poster,
    /** Shows a card with this text. The film has such a card before and after the story. */
    async card(text: string, ms: number): Promise<void> {
      change.card = text;
      await play(ms);
      change.card = '';
    },
    /** Shows a finger, then taps. A wide element is tapped beside its text. */
    async tap(screen: ScreenName, element: Locator): Promise<void> {
      await element.scrollIntoViewIfNeeded();
      const box = await element.boundingBox();
      if (box === null) throw new Error('What is to be touched is not there.');
      const x = box.width * (box.width > 160 ? 0.8 : 0.5);
      change.finger = near(screen, box.y + box.height / 2, box.x + x);
      await play(FINGER_MS);
      await element.tap({ position: { x, y: box.height / 2 } });
      await play(TAP_ENDS_MS);
      change.finger = null;
    },
    async type(screen: ScreenName, field: Locator, text: string): Promise<void> {
      await film.tap(screen, field);
      for (const letter of text) {
        await pages[screen].keyboard.type(letter);
        await play(KEY_MS);
      }
    },
    /** Starts a camera movement. The story continues during the movement. */
    look(to: View, tookMs = CAMERA_MS): void {
      move = { from: view, to, atMs: nowMs, tookMs };
    },
    /** Starts a chapter with the title from the page. The chapter before the story has no number. */
    chapter(index: number): void {
      const title = demoCopy.chapters[index]?.title;
      if (title === undefined) throw new Error(`The page tells of no chapter ${index}.`);
      change.heading = index === 0 ? title : `${index}  ${title}`;
    },
    quiet(): void {
      const last = captions.at(-1);
      if (last !== undefined) last.toMs = Math.min(last.toMs, nowMs);
    },
    /** Shows a caption until the next caption begins. */
    say(text: string): void {
      film.quiet();
      captions.push({ fromMs: nowMs, toMs: Infinity, text });
    },
    async keepPoster(): Promise<void> {
      const clip = { x: 0, y: 0, width: WIDTH, height: HEIGHT, scale: 0.75 };
      const { data } = await stageSession.send('Page.captureScreenshot', {
        format: 'webp',
        quality: 75,
        clip,
      });
      poster = Buffer.from(data, 'base64');
    },
  };
  return film;
}

/** Eased interpolation between two views. The width changes by a factor, so that the zoom looks steady. */
function between(from: View, to: View, part: number): View {
  if (part === 1) return to;
  const eased = part * part * (3 - 2 * part);
  return {
    x: from.x + (to.x - from.x) * eased,
    y: from.y + (to.y - from.y) * eased,
    width: from.width * (to.width / from.width) ** eased,
  };
}

/** Stops all animations in this page and detects the page's changes, also after the page opens another address. */
async function freeze(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await page.addInitScript(noticeChanges);
  await page.evaluate(noticeChanges);
  return session;
}

/** This function runs in the page. */
function noticeChanges(): void {
  const changed = () => document.documentElement?.setAttribute('data-filmed', 'no');
  const watch = new MutationObserver((changes) => {
    if (changes.some(({ attributeName }) => attributeName !== 'data-filmed')) changed();
  });
  watch.observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
  for (const kind of ['input', 'change', 'scroll', 'focusin', 'focusout', 'load'])
    document.addEventListener(kind, changed, true);
}

/** Advances animations by one frame. Returns true if the page may look different from the last frame. */
function moveOn(page: Page): Promise<boolean> {
  return page.evaluate((stepMs) => {
    let isMoving = false;
    for (const animation of document.getAnimations()) {
      const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
      if (!Number.isFinite(end) || animation.playState === 'finished') continue;
      animation.currentTime = Math.min(Number(animation.currentTime ?? 0) + stepMs, end);
      isMoving = true;
    }
    const isChanged = document.documentElement.getAttribute('data-filmed') !== 'yes';
    document.documentElement.setAttribute('data-filmed', 'yes');
    return isMoving || isChanged;
  }, FRAME_MS);
}

/**
 * Opens the page on which frames are composed and encoded. The page is on https, because encoders exist only in secure
 * pages.
 */
async function openStage(stage: Page): Promise<void> {
  const mediabunny = path.join(projectRoot, 'node_modules/mediabunny/dist/bundles/mediabunny.min.mjs');
  await stage.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/mediabunny.js')
      return route.fulfill({ path: mediabunny, contentType: 'text/javascript' });
    if (pathname.endsWith('.woff2'))
      return route.fulfill({ path: path.join(sourceFolder, 'fonts', pathname) });
    if (pathname.endsWith('.svg')) return route.fulfill({ path: path.join(projectRoot, 'public', pathname) });
    if (pathname.endsWith('.png')) return route.fulfill({ path: path.join(framesFolder, pathname) });
    return route.fulfill({ contentType: 'text/html', body: stageHtml() });
  });
  await stage.goto('https://film.example');
  await stage.evaluate(async () => void (await document.fonts.ready));
}

function stageHtml(): string {
  const devices = screenNames.map((name) => {
    const { x, y, width, height } = screens[name];
    return `<div class="device" style="left:${x - 14}px;top:${y - 14}px"><img id="${name}" style="width:${width}px;height:${height}px"></div>`;
  });
  return `<!doctype html><style>
    @font-face { font-family: Figtree; src: url(/figtree-latin.woff2); font-weight: 400 700; }
    @font-face { font-family: Bricolage; src: url(/bricolage-latin.woff2); font-weight: 700; }
    body { margin: 0; overflow: hidden; background: #f1eee7; color: #17282c; text-align: center; }
    #scene { position: absolute; transform-origin: 0 0; }
    .device { position: absolute; padding: 14px; border-radius: 50px; background: #17282c; box-shadow: 0 18px 50px #17282c38; }
    img[id] { display: block; border-radius: 36px; background: #0e191c; }
    #finger { position: absolute; width: 44px; height: 44px; margin: -24px; border: 4px solid #fff; border-radius: 50%;
      background: #17282c59; outline: 1.5px solid; }
    h1 { position: absolute; inset: 0 0 auto; margin: 0; background: #faf8f4; font: 700 58px/120px Bricolage; white-space: pre; }
    #card { position: absolute; inset: 0; padding-top: 230px; background: #faf8f4; font: 500 50px Figtree; }
    #card b { display: block; margin: 30px; font: 700 112px Bricolage; }
    [hidden] { display: none; }
  </style><div id="scene">${devices.join('')}<div id="finger" hidden></div></div><h1></h1>
  <div id="card" hidden><img src="/icon.svg" width="180" alt=""><b>${product.name}</b><span></span></div>`;
}

/** Draws a change on the stage. This function runs in the stage's page. */
async function draw(change: Change): Promise<void> {
  const find = (selector: string) => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`The stage has no ${selector}.`);
    return found;
  };
  for (const [name, address] of Object.entries(change.shots ?? {})) {
    const screen = find(`#${name}`);
    if (!(screen instanceof HTMLImageElement)) continue;
    screen.src = address;
    await screen.decode();
  }
  if (change.view !== undefined) {
    const { x, y, width } = change.view;
    const scale = innerWidth / width;
    const [left, top] = [innerWidth / 2 - x * scale, innerHeight / 2 + 40 - y * scale];
    find('#scene').style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  }
  if (change.heading !== undefined) find('h1').textContent = change.heading;
  if (change.card !== undefined) {
    find('#card').hidden = change.card === '';
    find('#card span').textContent = change.card;
  }
  if (change.finger === undefined) return;
  const finger = find('#finger');
  finger.hidden = change.finger === null;
  Object.assign(finger.style, { left: `${change.finger?.x}px`, top: `${change.finger?.y}px` });
}

type Form = { width: number; bitrate: number };

async function encode(stage: Page, frames: Frame[], lengthMs: number, kind: 'webm' | 'mp4', form: Form) {
  const times = frames.map(({ atMs }) => atMs);
  const height = (form.width * HEIGHT) / WIDTH;
  const address = await stage.evaluate(encodeThere, { times, lengthMs, kind, height, ...form });
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

/**
 * Encodes the frames. This function runs in the stage's page, so the function cannot use other code of this file.
 * Throws if the browser cannot encode the format.
 */
async function encodeThere(
  wanted: Form & { times: number[]; lengthMs: number; height: number; kind: 'webm' | 'mp4' },
) {
  const library = '/mediabunny.js';
  const media: typeof import('mediabunny') = await import(library);
  const { times, lengthMs, width, height, kind, bitrate } = wanted;
  const canvas = new OffscreenCanvas(width, height);
  const brush = canvas.getContext('2d', { alpha: false });
  if (brush === null) throw new Error('This browser draws nothing.');
  brush.imageSmoothingQuality = 'high';
  const source = new media.CanvasSource(canvas, {
    codec: kind === 'webm' ? 'vp9' : 'avc',
    contentHint: 'text',
    quality: new media.Quality({ bitrate }),
    keyFrameInterval: 8,
    latencyMode: 'quality',
  });
  const target = new media.BufferTarget();
  const format =
    kind === 'webm' ? new media.WebMOutputFormat() : new media.Mp4OutputFormat({ fastStart: 'in-memory' });
  const output = new media.Output({ format, target });
  output.addVideoTrack(source);
  await output.start();
  for (const [index, atMs] of times.entries()) {
    const picture = await createImageBitmap(await (await fetch(`/${atMs}.png`)).blob());
    brush.drawImage(picture, 0, 0, width, height);
    picture.close();
    await source.add(atMs / 1_000, ((times[index + 1] ?? lengthMs) - atMs) / 1_000);
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('The film was not finished.');
  const reader = new FileReader();
  reader.readAsDataURL(new Blob([target.buffer]));
  await new Promise((resolve) => reader.addEventListener('load', resolve));
  if (typeof reader.result !== 'string') throw new Error('The film could not be read.');
  return reader.result;
}

/** The captions as a WebVTT file. A caption that is too long for a line is broken near its middle. */
function webVtt(captions: Words[]): string {
  const stamp = (ms: number) => new Date(ms).toISOString().slice(11, 23);
  const inLines = (text: string) => {
    if (text.length <= CAPTION_LINE_MAX) return text;
    const middle = text.indexOf(' ', text.length / 2 - 4);
    return `${text.slice(0, middle)}\n${text.slice(middle + 1)}`;
  };
  const cues = captions.map(
    ({ fromMs, toMs, text }) => `${stamp(fromMs)} --> ${stamp(toMs)}\n${inLines(text)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

function save(file: string, content: Buffer | string): void {
  writeFileSync(path.join(target, file), content);
  console.log(`${file} ${content.length} bytes`);
}

/** Brings the pages to the start of the story: three parties in line, one guest at the poster, one guest at home. */
async function setScene({ left, tablet, right }: Record<ScreenName, Page>): Promise<void> {
  // With only one location, guests need not choose a location.
  await tablet.request.put('/auth/me', { data: { locations: [{ address: demoLocations[0].address }] } });
  // The name of one of these guests needs a font that not every machine has.
  for (const name of ['ليلى', 'Minh']) {
    await admitButton(tablet, name).click();
    await arrivedButton(tablet, name).click();
    await tablet.getByRole('button', { name: /^Undo / }).waitFor();
    await tablet.getByRole('button', { name: /^Undo / }).waitFor({ state: 'detached' });
  }
  await tablet.getByText('3 customers', { exact: true }).waitFor();
  const dismiss = tablet.getByRole('button', { name: /^Dismiss: / });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
  await left.setContent(await cameraView());
  await right.setContent('<body style="background:#0e191c">');
}

/** Plays the story of a café's line, two guests and an owner. The story is the same in every run. */
async function tell(film: Film): Promise<void> {
  film.look(everything, FRAME_MS);
  film.chapter(0);
  film.say('The café is full. Three parties are in line.');
  await film.play(3_800);
  await scanAndJoin(film);
  await waitAnywhere(film);
  await moveTheLine(film);
  await callNadia(film);
  await clearTheLine(film);
}

async function scanAndJoin(film: Film): Promise<void> {
  const { left } = film.pages;
  const button = (name: string | RegExp) => left.getByRole('button', { name });
  const field = (name: string) => left.getByRole('textbox', { name });
  film.chapter(1);
  film.say('Nadia scans the code at the door. No app, no account.');
  film.look(near('left', 330));
  await film.play(2_600);
  await film.tap('left', left.getByRole('img'));
  await left.goto(`/queue/${demoOwner.username}`);
  await field('First Name').waitFor();
  film.look(near('left', 250), 600);
  await film.play(900);
  film.say('A name and the size of her party are enough.');
  await film.type('left', field('First Name'), 'Nadia');
  await film.type('left', field('Last Name'), 'Putri');
  film.look(near('left', 530));
  await film.tap('left', button(/more/i));
  await film.play(300);
  await film.tap('left', button('Next'));
  film.look(near('left', 235));
  const stay = left.getByRole('radio', { name: /^Stay on Premises/ });
  await stay.waitFor();
  film.say('She waits close by.');
  await film.play(1_300);
  await film.tap('left', stay);
  await film.play(500);
  film.look(near('left', 530), 700);
  await film.tap('left', button('Next'));
  await left.getByText('in line').first().waitFor();
  film.look(near('left', 255), 700);
  film.say('Her page shows her place, and about how long it takes.');
  await film.play(3_800);
}

async function waitAnywhere(film: Film): Promise<void> {
  const { right } = film.pages;
  const next = right.getByRole('button', { name: 'Next' });
  // The viewer has already seen a guest open the page and type a name, so the film does not show these steps for Tom.
  await right.goto(`/queue/${demoOwner.username}`);
  await right.getByRole('textbox', { name: 'First Name' }).fill('Tom');
  await right.getByRole('textbox', { name: 'Last Name' }).fill('Hansen');
  await next.tap();
  film.chapter(2);
  film.say('Tom would rather look around the shops.');
  film.look(near('right', 235), 1_400);
  await film.play(2_000);
  await film.tap('right', right.getByRole('radio', { name: /^Wait Anywhere/ }));
  film.say('He leaves a number: a text will tell him.');
  film.look(near('right', 330), 600);
  const phone = right.getByRole('textbox', { name: 'Phone Number' });
  await film.type('right', phone, '0812 5550 0199');
  await phone.blur();
  film.look(near('right', 530), 600);
  await film.tap('right', next);
  await right.getByText('in line').first().waitFor();
  film.look(near('right', 255), 700);
  await film.play(2_200);
  film.say('Everybody sees the same line, live.');
  film.look(everything, 1_200);
  await film.play(3_400);
}

async function moveTheLine(film: Film): Promise<void> {
  const { tablet } = film.pages;
  film.chapter(3);
  film.say('A table is free: the owner taps Admit.');
  film.look(near('tablet', 300, 512, 1_100));
  await film.play(1_700);
  await film.tap('tablet', admitButton(tablet, 'Mara'));
  await film.play(1_900);
  film.say('The line moves up on every phone, by itself.');
  film.look(everything);
  await film.play(1_400);
  for (const name of ['Budi', 'Łukasz']) {
    await film.tap('tablet', admitButton(tablet, name));
    await film.play(1_900);
  }
}

/**
 * Admits Nadia. Two seconds after the admission, takes the picture that a page shows before the film plays (the
 * `poster`).
 */
async function callNadia(film: Film): Promise<void> {
  const { left, tablet } = film.pages;
  film.chapter(4);
  film.say('Nadia is next.');
  film.look(withTablet.left);
  await film.play(1_700);
  await film.tap('tablet', admitButton(tablet, 'Nadia'));
  await left.getByRole('heading', { name: "It's your turn" }).waitFor();
  film.say('Her phone turns over at once.');
  await film.play(2_200);
  await film.keepPoster();
  await film.play(1_000);
  film.look(near('left', 330, 195, 600), 1_400);
  await film.play(1_800);
  film.say('Her spot is held for 5 minutes, to the second.');
  // These parties arrive now, outside the picture.
  for (const name of ['Mara', 'Budi', 'Łukasz']) {
    await arrivedButton(tablet, name).tap();
    await film.play(800);
  }
  film.say('She answers with one tap.');
  film.look(near('left', 560, 195, 600), 900);
  await film.play(1_200);
  await film.tap('left', left.getByRole('button', { name: /on my way$/ }));
  await film.play(1_400);
}

async function clearTheLine(film: Film): Promise<void> {
  const { right, tablet } = film.pages;
  film.chapter(5);
  film.say('The owner sees that she is coming.');
  film.look(near('tablet', 300, 660, 820), 1_200);
  await film.play(3_000);
  film.say('And that she is here.');
  await film.play(400);
  await film.tap('tablet', arrivedButton(tablet, 'Nadia'));
  await film.play(1_300);
  film.say('Tom comes back from the shops.');
  film.look(withTablet.right);
  await film.play(1_600);
  await film.tap('tablet', admitButton(tablet, 'Tom'));
  await right.getByRole('heading', { name: "It's your turn" }).waitFor();
  film.say('The text has found him, and so has his page.');
  await film.play(3_200);
  film.say('He is in time. The line is clear.');
  film.look(everything);
  await film.play(900);
  await film.tap('tablet', arrivedButton(tablet, 'Tom'));
  await film.play(3_000);
}

function admitButton(tablet: Page, name: string): Locator {
  return tablet.getByRole('button', { name: `Admit ${name}` });
}

function arrivedButton(tablet: Page, name: string): Locator {
  return tablet.getByRole('button', { name: `Arrived ${name}` });
}

/**
 * The picture of a phone's camera that points at the poster at the door. All other pictures of the film are pages of
 * the product.
 */
async function cameraView(): Promise<string> {
  const code = await toDataURL(posterAddress, { width: 480, margin: 1, color: { dark: '#17282c' } });
  const font = readFileSync(path.join(sourceFolder, 'fonts', 'figtree-latin.woff2'));
  return `<!doctype html><meta name="viewport" content="width=device-width"><style>
    @font-face { font-family: Figtree; src: url(data:font/woff2;base64,${font.toString('base64')}); font-weight: 400 700; }
    body { margin: 0; background: radial-gradient(#35545a, #1b3237); color: #17282c; font-family: Figtree; text-align: center; }
    div { width: 296px; margin: 120px auto 0; padding: 34px 0 30px; border-radius: 8px; background: #faf8f4;
      box-shadow: 0 18px 50px rgb(0 0 0 / .35); rotate: -2deg; }
    b { font-size: 29px; }
    p { margin: 18px 0 0; font-size: 20px; color: #4c5b5e; }
    img { display: block; width: 200px; margin: 18px auto 0; padding: 8px; border: 5px solid #f5b83d; border-radius: 20px; background: #fff; }
  </style><div><b>${demoOwner.name}</b><img src="${code}" alt="code"><p>Scan to join the line</p></div>`;
}
