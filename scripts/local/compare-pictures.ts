/** Two pictures laid over each other in the browser's own canvas. */
import type { Browser } from 'playwright-core';

export type Compared = {
  /** How many differ. What only one of them covers differs. */
  pixels: number;
  /** What differs in red, over the newer one, as WebP. */
  difference: Buffer;
};

/** Of one colour, from 0 to 255: what compression may have done to it. */
const TOLERANCE = 24;

export async function comparePictures(browser: Browser, before: Buffer, now: Buffer): Promise<Compared> {
  const page = await browser.newPage();
  try {
    const addresses = [before, now].map((bytes) => `data:image/webp;base64,${bytes.toString('base64')}`);
    const { pixels, address } = await page.evaluate(layOver, { addresses, tolerance: TOLERANCE });
    return { pixels, difference: Buffer.from(address.split(',')[1] ?? '', 'base64') };
  } finally {
    await page.close();
  }
}

/** Runs in the browser, and so can use nothing of this file. */
async function layOver({ addresses, tolerance }: { addresses: string[]; tolerance: number }) {
  const pictures = await Promise.all(
    addresses.map(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      return picture;
    }),
  );
  const width = Math.max(...pictures.map((picture) => picture.width));
  const height = Math.max(...pictures.map((picture) => picture.height));
  const [older, newer] = pictures.map((picture) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('There is no canvas');
    context.drawImage(picture, 0, 0);
    return { canvas, context, image: context.getImageData(0, 0, width, height) };
  });
  if (older === undefined || newer === undefined) throw new Error('Two are compared');
  const [one, other] = [older.image.data, newer.image.data];
  let pixels = 0;
  for (let at = 0; at < one.length; at += 4) {
    const isSame = [0, 1, 2, 3].every(
      (offset) => Math.abs((one[at + offset] ?? 0) - (other[at + offset] ?? 0)) <= tolerance,
    );
    if (isSame) continue;
    pixels += 1;
    other.set([255, 0, 0, 255], at);
  }
  newer.context.putImageData(newer.image, 0, 0);
  return { pixels, address: newer.canvas.toDataURL('image/webp', 0.6) };
}
