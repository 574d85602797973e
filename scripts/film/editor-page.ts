/** Runs in the editor's page: draws the film picture by picture and encodes it. See `editor.ts`. */
import {
  BufferTarget,
  CanvasSource,
  Mp4OutputFormat,
  Output,
  Quality,
  WebMOutputFormat,
  type VideoEncodingConfig,
} from 'mediabunny';
import { FRAME_MS, PICTURE, screenNames, type Recording, type ScreenName } from './cut.ts';
import { drawPicture, type Seen } from './picture.ts';

/** Base64. */
export type EncodedFilm = { webm: string; mp4: string | null; poster: string };

/** `icon` is the product's, as SVG. */
export type Material = Recording & { icon: string };

const H264 = 'avc1.640028';
const KEY_FRAME_SECONDS = 8;

/** Of pictures that are like the last one, those that are encoded all the same: the encoder makes them sharper. */
const SHARPER = new Set([1, 3, 6]);
/** And one so often, that a player which is sent to a place has not far to go. */
const STILL_EVERY = 12;

type Form = {
  format: WebMOutputFormat | Mp4OutputFormat;
  /** While something moves, every so manieth picture. */
  every: number;
  config: VideoEncodingConfig;
};

/** Both files together stay below 3 MB. */
const forms: { webm: Form; mp4: Form } = {
  webm: {
    format: new WebMOutputFormat(),
    every: 1,
    config: { codec: 'vp9', contentHint: 'text', quality: new Quality({ bitrate: 62_000 }) },
  },
  // For older phones. Its encoder makes more of less: the picture is smaller and moves in larger steps.
  mp4: {
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    every: 2,
    config: {
      codec: 'avc',
      fullCodecString: H264,
      quality: new Quality({ bitrate: 85_000 }),
      transform: { width: 880, height: 660, fit: 'fill' },
    },
  },
};

/** Throws where the browser cannot draw or encode. */
export async function encodeFilm(material: Material): Promise<EncodedFilm> {
  await loadFonts();
  const canvas = new OffscreenCanvas(PICTURE.width, PICTURE.height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) throw new Error('This browser draws nothing.');
  const icon = await loadIcon(material.icon);
  const seenAt = player(material);

  const { supported: hasH264 } = await VideoEncoder.isConfigSupported({ codec: H264, ...PICTURE });
  const webm = startFile(canvas, forms.webm);
  const mp4 = hasH264 ? startFile(canvas, forms.mp4) : null;
  const files = mp4 === null ? [webm] : [webm, mp4];
  for (const { output } of files) await output.start();

  let poster = '';
  let before = new Uint32Array();
  let changedAt = 0;
  const last = Math.round(material.lengthMs / FRAME_MS) - 1;
  for (let picture = 0; picture <= last; picture += 1) {
    const atMs = picture * FRAME_MS;
    drawPicture(context, material, await seenAt(atMs), icon, atMs);
    const pixels = new Uint32Array(context.getImageData(0, 0, PICTURE.width, PICTURE.height).data.buffer);
    if (!isSame(pixels, before)) changedAt = picture;
    before = pixels;
    const still = picture - changedAt;
    for (const { source, every } of files) {
      const isWanted = still === 0 ? picture % every === 0 : SHARPER.has(still) || still % STILL_EVERY === 0;
      if (isWanted || picture === last) await source.add(atMs / 1_000, FRAME_MS / 1_000);
    }
    if (poster === '' && atMs >= material.posterMs) poster = await asPoster(canvas);
    if (picture % 250 === 0) console.log(`picture ${picture} of ${last}`);
  }
  for (const { output } of files) await output.finalize();
  return { webm: contentOf(webm.output), mp4: mp4 === null ? null : contentOf(mp4.output), poster };
}

function startFile(canvas: OffscreenCanvas, { format, every, config }: Form) {
  const output = new Output({ format, target: new BufferTarget() });
  const source = new CanvasSource(canvas, {
    keyFrameInterval: KEY_FRAME_SECONDS,
    latencyMode: 'quality',
    ...config,
  });
  output.addVideoTrack(source);
  return { output, source, every };
}

function isSame(one: Uint32Array, other: Uint32Array): boolean {
  return one.length === other.length && one.every((pixel, at) => pixel === other[at]);
}

async function asPoster(canvas: OffscreenCanvas): Promise<string> {
  const small = new OffscreenCanvas(960, 720);
  const brush = small.getContext('2d');
  if (brush === null) throw new Error('This browser draws nothing.');
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(canvas, 0, 0, small.width, small.height);
  return base64(await (await small.convertToBlob({ type: 'image/webp', quality: 0.75 })).arrayBuffer());
}

function contentOf({ target }: Output<WebMOutputFormat | Mp4OutputFormat, BufferTarget>): string {
  if (target.buffer === null) throw new Error('The film was not finished.');
  return base64(target.buffer);
}

/** What each screen shows at a time. Times are asked for in order: a picture is loaded once and let go after its time. */
function player({ shots }: Recording): (atMs: number) => Promise<Map<ScreenName, Seen>> {
  const seen = new Map<ScreenName, Seen>();
  let next = 0;
  return async (atMs) => {
    const wanted = new Map<ScreenName, number>();
    for (let shot = shots[next]; shot !== undefined && shot.atMs <= atMs; shot = shots[next])
      wanted.set(shot.screen, next++);
    for (const name of screenNames) {
      const index = wanted.get(name);
      if (index === undefined) continue;
      seen.get(name)?.close();
      const answer = await fetch(`/shots/${index}`);
      seen.set(name, await createImageBitmap(await answer.blob()));
    }
    return seen;
  };
}

async function loadFonts(): Promise<void> {
  const faces = [
    new FontFace('Figtree', 'url(/figtree.woff2)', { weight: '400 700' }),
    new FontFace('Bricolage', 'url(/bricolage.woff2)', { weight: '700' }),
  ];
  for (const face of faces) document.fonts.add(await face.load());
}

async function loadIcon(svg: string): Promise<HTMLImageElement> {
  const icon = new Image(256, 256);
  icon.src = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg ', '<svg width="256" height="256" '))}`;
  await icon.decode();
  return icon;
}

function base64(bytes: ArrayBuffer): string {
  let text = '';
  const all = new Uint8Array(bytes);
  for (let at = 0; at < all.length; at += 32_768)
    text += String.fromCharCode(...all.subarray(at, at + 32_768));
  return btoa(text);
}
