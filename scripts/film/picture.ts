/** One picture of the film: the scene as the camera sees it, the fingers, the chapter's name, the cards. Drawn in the page. */
import { product } from '../../src/shared/product.ts';
import { siteCopy } from '../../src/shared/copy/site.ts';
import { TRIAL_DAYS } from '../../src/shared/limits.ts';
import {
  FINGER_MS,
  inScene,
  PICTURE,
  screenNames,
  screens,
  type Recording,
  type ScreenName,
  type Tap,
} from './cut.ts';

/** What a screen shows. */
export type Seen = ImageBitmap;

type Brush = OffscreenCanvasRenderingContext2D;
type View = { x: number; y: number; width: number };

/** The light colours of `styles/tokens.css`. */
const colour = {
  paper: '#faf8f4',
  sunken: '#f1eee7',
  ink: '#17282c',
  softInk: '#4c5b5e',
  harbor: '#0b5563',
  screenOff: '#0e191c',
};

const bezel = { phone: { edge: 13, radius: 58 }, tablet: { edge: 24, radius: 44 } };
/** Above a phone's page stands what the phone itself shows there. */
const STATUS_BAR = 34;
const HEADING_HEIGHT = 132;
const FADE_MS = 400;
const RIPPLE_MS = 420;
/** A chapter's name comes and goes. */
const NAME_MS = 260;

export function drawPicture(
  brush: Brush,
  recording: Recording,
  seen: Map<ScreenName, Seen>,
  icon: CanvasImageSource,
  atMs: number,
): void {
  const { cards } = recording;
  brush.setTransform(1, 0, 0, 1, 0, 0);
  brush.globalAlpha = 1;
  brush.fillStyle = colour.sunken;
  brush.fillRect(0, 0, PICTURE.width, PICTURE.height);
  drawScene(brush, recording, seen, atMs);
  brush.setTransform(1, 0, 0, 1, 0, 0);
  drawHeading(brush, recording, atMs);
  const opening = 1 - progress(atMs, cards.openUntilMs, FADE_MS);
  const closing = progress(atMs, cards.closeFromMs, FADE_MS);
  if (opening > 0) drawCard(brush, icon, siteCopy.hero, opening);
  if (closing > 0) drawCard(brush, icon, siteCopy.trialNote(TRIAL_DAYS), closing);
  brush.globalAlpha = 1;
}

function drawScene(brush: Brush, recording: Recording, seen: Map<ScreenName, Seen>, atMs: number): void {
  const view = viewAt(recording, atMs);
  const scale = PICTURE.width / view.width;
  brush.setTransform(
    scale,
    0,
    0,
    scale,
    PICTURE.width / 2 - view.x * scale,
    (PICTURE.height + HEADING_HEIGHT * 0.6) / 2 - view.y * scale,
  );
  brush.imageSmoothingQuality = 'high';
  for (const name of screenNames) drawDevice(brush, name, seen.get(name));
  for (const tap of recording.taps) drawFinger(brush, tap, atMs);
}

function drawDevice(brush: Brush, name: ScreenName, shown: Seen | undefined): void {
  const { kind, x, y, width, height } = screens[name];
  const { edge, radius } = bezel[kind];
  const bar = kind === 'phone' ? STATUS_BAR : 0;
  brush.save();
  brush.shadowColor = 'rgb(23 40 44 / 0.22)';
  brush.shadowBlur = 50;
  brush.shadowOffsetY = 18;
  brush.fillStyle = colour.ink;
  brush.beginPath();
  brush.roundRect(x - edge, y - bar - edge, width + 2 * edge, height + bar + 2 * edge, radius);
  brush.fill();
  brush.restore();
  brush.save();
  brush.beginPath();
  brush.roundRect(x, y - bar, width, height + bar, radius - edge);
  brush.clip();
  brush.fillStyle = colour.screenOff;
  brush.fillRect(x, y - bar, width, height + bar);
  if (shown !== undefined) {
    brush.drawImage(shown, x, y, width, height);
    // The page's own colour goes on to the phone's upper end.
    if (bar > 0) brush.drawImage(shown, 0, 0, shown.width, 1, x, y - bar, width, bar + 0.5);
  }
  brush.restore();
  brush.fillStyle = colour.ink;
  brush.beginPath();
  if (kind === 'phone') brush.roundRect(x + width / 2 - 46, y - bar + 9, 92, 25, 13);
  else brush.arc(x + width / 2, y - edge / 2, 4, 0, 2 * Math.PI);
  if (kind === 'tablet') brush.fillStyle = colour.softInk;
  brush.fill();
}

/** A finger's mark comes, presses, and goes as a ring. */
function drawFinger(brush: Brush, { screen, atMs: tapMs, x, y }: Tap, atMs: number): void {
  if (atMs < tapMs - FINGER_MS || atMs > tapMs + RIPPLE_MS) return;
  const centre = inScene(screen, x, y);
  const coming = progress(atMs, tapMs - FINGER_MS, FINGER_MS);
  const going = progress(atMs, tapMs, RIPPLE_MS);
  brush.globalAlpha = going > 0 ? 1 - going : coming;
  brush.beginPath();
  brush.arc(centre.x, centre.y, going > 0 ? 22 + 26 * going : 34 - 12 * coming, 0, 2 * Math.PI);
  brush.fillStyle = 'rgb(23 40 44 / 0.35)';
  if (going < 0.4) brush.fill();
  brush.lineWidth = 4;
  brush.strokeStyle = '#fff';
  brush.stroke();
  brush.lineWidth = 1.5;
  brush.strokeStyle = colour.ink;
  brush.stroke();
  brush.globalAlpha = 1;
}

function drawHeading(brush: Brush, { chapters }: Recording, atMs: number): void {
  const ground = brush.createLinearGradient(0, 0, 0, HEADING_HEIGHT);
  ground.addColorStop(0, colour.paper);
  ground.addColorStop(0.86, colour.paper);
  ground.addColorStop(1, 'rgb(250 248 244 / 0)');
  brush.fillStyle = ground;
  brush.fillRect(0, 0, PICTURE.width, HEADING_HEIGHT);
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.fillStyle = colour.ink;
  brush.font = '700 58px Bricolage';
  for (const { fromMs, toMs, text } of chapters) {
    const shown = Math.min(progress(atMs, fromMs, NAME_MS), 1 - progress(atMs, toMs - NAME_MS, NAME_MS));
    if (atMs < fromMs || atMs > toMs || shown === 0) continue;
    brush.globalAlpha = shown;
    brush.fillText(text, PICTURE.width / 2, 60);
  }
  brush.globalAlpha = 1;
}

function drawCard(brush: Brush, icon: CanvasImageSource, words: string, shown: number): void {
  const { width, height } = PICTURE;
  brush.globalAlpha = shown;
  brush.fillStyle = colour.paper;
  brush.fillRect(0, 0, width, height);
  brush.drawImage(icon, width / 2 - 90, height / 2 - 250, 180, 180);
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.fillStyle = colour.ink;
  brush.font = '700 112px Bricolage';
  brush.fillText(product.name, width / 2, height / 2 + 20);
  brush.fillStyle = colour.softInk;
  brush.font = '500 50px Figtree';
  brush.fillText(words, width / 2, height / 2 + 130);
}

function viewAt({ moves }: Recording, atMs: number): View {
  let view: View = { x: 0, y: 0, width: 1 };
  for (const move of moves) {
    if (move.atMs > atMs) break;
    const part = move.tookMs === 0 ? 1 : eased(progress(atMs, move.atMs, move.tookMs));
    // By factors: a camera that comes nearer evenly seems to go at one speed.
    view = {
      x: view.x + (move.x - view.x) * part,
      y: view.y + (move.y - view.y) * part,
      width: view.width * (move.width / view.width) ** part,
    };
  }
  return view;
}

function progress(atMs: number, fromMs: number, tookMs: number): number {
  return Math.min(1, Math.max(0, (atMs - fromMs) / tookMs));
}

function eased(part: number): number {
  return part * part * (3 - 2 * part);
}
