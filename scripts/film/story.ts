/** The story of the demo film: a café's line, two guests, an owner. Every run tells the same one. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { toDataURL } from 'qrcode';
import { demoCopy } from '../../src/shared/copy/demo.ts';
import { demoOwner } from '../local/demo.ts';
import { projectRoot } from '../local/settings.ts';
import { inScene, type Recording } from './cut.ts';
import type { Recorder } from './recorder.ts';

const nadia = { first: 'Nadia', last: 'Putri' };
const tom = { first: 'Tom', last: 'Hansen', phone: '0812 5550 0199' };

/** Where the code on the door's poster leads in the film: nobody's address. */
const POSTER_ADDRESS = `https://holdline.example/queue/${demoOwner.username}`;

const everything = { x: 894, y: 540, width: 1880 };
/** A phone and the tablet, and nothing else. */
const withTablet = { left: { x: 646, y: 440 }, right: { x: 1_142, y: 440 } };
const CAMERA_MS = 1_000;
/** So much of the scene's width is seen where one phone matters. */
const CLOSE = 560;

/** Brings the pages to where the story begins: three parties in line, one guest at the poster, the other at home. */
export async function setScene(pages: Recorder['pages']): Promise<void> {
  const { left, tablet, right } = pages;
  // Their names need fonts that not every machine has.
  for (const name of ['ليلى', '美咲']) {
    await rowOf(tablet, name).getByRole('button', { name: 'Admit' }).click();
    await rowOf(tablet, name).getByRole('button', { name: 'Arrived' }).click();
    await tablet.getByText(name).first().waitFor({ state: 'detached' });
  }
  await tablet.getByText('3 customers', { exact: true }).waitFor();
  const dismiss = tablet.getByRole('button', { name: /^Dismiss: / });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
  await tablet
    .getByRole('heading', { name: 'Queue Management' })
    .evaluate((heading) => window.scrollTo(0, heading.getBoundingClientRect().top + window.scrollY - 56));
  await left.setContent(await cameraView());
  await right.setContent('<body style="background:#0e191c">');
}

/** Tells it. The caller has begun the film. */
export async function tell(film: Recorder): Promise<Pick<Recording, 'posterMs'> & { endsMs: number }> {
  film.look(everything);
  film.chapter(chapterTitle(0));
  film.say('The café is full. Three parties are in line.');
  await film.play(3_800);
  await scanAndJoin(film);
  await waitAnywhere(film);
  await moveTheLine(film);
  const posterMs = await callNadia(film);
  await clearTheLine(film);
  return { posterMs, endsMs: film.nowMs() };
}

async function scanAndJoin(film: Recorder): Promise<void> {
  const { left } = film.pages;
  const button = (name: string) => left.getByRole('button', { name });
  film.chapter(chapterTitle(1));
  film.say('Nadia scans the code at the door. No app, no account.');
  film.look({ ...inScene('left', 195, 330), width: CLOSE }, CAMERA_MS);
  await film.play(2_600);
  await film.tap('left', left.getByRole('img'));
  await left.goto(`/queue/${demoOwner.username}`);
  await left.getByRole('textbox', { name: 'First Name' }).waitFor();
  film.look({ ...inScene('left', 195, 250), width: CLOSE }, 600);
  await film.play(900);
  film.say('A name and the size of her party are enough.');
  await film.type('left', left.getByRole('textbox', { name: 'First Name' }), nadia.first);
  await film.type('left', left.getByRole('textbox', { name: 'Last Name' }), nadia.last);
  film.look({ ...inScene('left', 195, 530), width: CLOSE }, CAMERA_MS);
  await film.tap('left', left.getByRole('button', { name: /more/i }));
  await film.play(300);
  await film.tap('left', button('Next'));
  film.look({ ...inScene('left', 195, 235), width: CLOSE }, CAMERA_MS);
  await left.getByRole('radio', { name: /^Stay on Premises/ }).waitFor();
  film.say('She waits close by.');
  await film.play(1_300);
  await film.tap('left', left.getByRole('radio', { name: /^Stay on Premises/ }));
  await film.play(500);
  film.look({ ...inScene('left', 195, 530), width: CLOSE }, 700);
  await film.tap('left', button('Next'));
  await left.getByText('in line').first().waitFor();
  film.look({ ...inScene('left', 195, 255), width: CLOSE }, 700);
  film.say('Her page shows her place, and about how long it takes.');
  await film.play(3_800);
}

async function waitAnywhere(film: Recorder): Promise<void> {
  const { right } = film.pages;
  const button = (name: string) => right.getByRole('button', { name });
  // What the viewer has seen already goes by out of sight.
  await right.goto(`/queue/${demoOwner.username}`);
  await right.getByRole('textbox', { name: 'First Name' }).fill(tom.first);
  await right.getByRole('textbox', { name: 'Last Name' }).fill(tom.last);
  await button('Next').tap();
  film.chapter(chapterTitle(2));
  film.say('Tom would rather look around the shops.');
  film.look({ ...inScene('right', 195, 235), width: CLOSE }, 1_400);
  await film.play(2_000);
  await film.tap('right', right.getByRole('radio', { name: /^Wait Anywhere/ }));
  film.say('He leaves a number: a text will tell him.');
  film.look({ ...inScene('right', 195, 330), width: CLOSE }, 600);
  await film.type('right', right.getByRole('textbox', { name: 'Phone Number' }), tom.phone);
  await right.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null,
  );
  film.look({ ...inScene('right', 195, 530), width: CLOSE }, 600);
  await film.tap('right', button('Next'));
  await right.getByText('in line').first().waitFor();
  film.look({ ...inScene('right', 195, 255), width: CLOSE }, 700);
  await film.play(2_200);
  film.say('Everybody sees the same line, live.');
  film.look(everything, 1_200);
  await film.play(3_400);
}

async function moveTheLine(film: Recorder): Promise<void> {
  const { tablet } = film.pages;
  film.chapter(chapterTitle(3));
  film.say('A table is free: the owner taps Admit.');
  film.look({ ...inScene('tablet', 410, 330), width: 900 }, CAMERA_MS);
  await film.play(1_700);
  await film.tap('tablet', admitButton(tablet, 'Mara'));
  await film.play(1_900);
  film.say('The line moves up on every phone, by itself.');
  film.look(everything, CAMERA_MS);
  await film.play(1_400);
  for (const name of ['Budi', 'Łukasz']) {
    await film.tap('tablet', admitButton(tablet, name));
    await film.play(1_900);
  }
}

/** The product's best second; resolves with the moment of its picture. */
async function callNadia(film: Recorder): Promise<number> {
  const { left, tablet } = film.pages;
  film.chapter(chapterTitle(4));
  film.say('Nadia is next.');
  film.look({ ...withTablet.left, width: 1_400 }, CAMERA_MS);
  await film.play(1_700);
  await film.tap('tablet', admitButton(tablet, nadia.first));
  await left.getByRole('heading', { name: "It's your turn" }).waitFor();
  film.say('Her phone turns over at once.');
  await film.play(2_200);
  const posterMs = film.nowMs();
  await film.play(1_000);
  film.look({ ...inScene('left', 195, 330), width: 600 }, 1_400);
  await film.play(1_800);
  film.say('Her spot is held for 5 minutes, to the second.');
  // The others have come in meanwhile.
  for (const name of ['Mara', 'Budi', 'Łukasz']) {
    await rowOf(tablet, name).getByRole('button', { name: 'Arrived' }).tap();
    await film.play(800);
  }
  film.say('She answers with one tap.');
  film.look({ ...inScene('left', 195, 560), width: 600 }, 900);
  await film.play(1_200);
  await film.tap('left', left.getByRole('button', { name: /on my way$/ }));
  await film.play(1_400);
  return posterMs;
}

async function clearTheLine(film: Recorder): Promise<void> {
  const { right, tablet } = film.pages;
  film.chapter(chapterTitle(5));
  film.say('The owner sees that she is coming.');
  const row = rowOf(tablet, nadia.first);
  const box = await row.boundingBox();
  film.look({ ...inScene('tablet', 300, (box?.y ?? 500) + 20), width: 820 }, 1_200);
  await film.play(3_000);
  film.say('And that she is here.');
  await film.play(400);
  await film.tap('tablet', row.getByRole('button', { name: 'Arrived' }));
  await film.play(1_300);
  film.say('Tom comes back from the shops.');
  film.look({ ...withTablet.right, width: 1_400 }, CAMERA_MS);
  await film.play(1_600);
  await film.tap('tablet', admitButton(tablet, tom.first));
  await right.getByRole('heading', { name: "It's your turn" }).waitFor();
  film.say('The text has found him, and so has his page.');
  await film.play(3_200);
  film.say('He is in time. The line is clear.');
  film.look(everything, CAMERA_MS);
  await film.play(900);
  await film.tap('tablet', rowOf(tablet, tom.first).getByRole('button', { name: 'Arrived' }));
  await film.play(3_000);
}

/** As the page's own words have it; those of the story proper are counted. */
function chapterTitle(index: number): string {
  const title = demoCopy.chapters[index]?.title;
  if (title === undefined) throw new Error(`The page tells of no chapter ${index}.`);
  return index === 0 ? title : `${index}  ${title}`;
}

function rowOf(tablet: Page, name: string): Locator {
  return tablet.getByRole('listitem').filter({ hasText: name });
}

function admitButton(tablet: Page, name: string): Locator {
  return rowOf(tablet, name).getByRole('button', { name: 'Admit' });
}

/** The phone's camera in front of the poster at the door: the one picture that is no page of the product. */
async function cameraView(): Promise<string> {
  const code = await toDataURL(POSTER_ADDRESS, { width: 480, margin: 1, color: { dark: '#17282c' } });
  const font = readFileSync(path.join(projectRoot, 'src', 'client', 'fonts', 'figtree-latin.woff2'));
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
