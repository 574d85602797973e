/** The QR code of a join address (`docs/spec.md` section 9). The encoder is loaded here: most visits never need it. */
import { QR_MARGIN_MODULES, QR_WIDTH_PX } from '../../../shared/limits.ts';

const look = {
  width: QR_WIDTH_PX,
  margin: QR_MARGIN_MODULES,
  color: { dark: '#000000', light: '#ffffff' },
};

/** Both as data URLs: the PNG of the spec, and the same code as an SVG, sharp at the size of a poster. */
export type QrCodes = { png: string; svg: string };

/** Throws where the encoder could not be loaded or draws nothing. */
export async function drawQrCodes(url: string): Promise<QrCodes> {
  const { toDataURL, toString } = await import('qrcode');
  const [png, svg] = await Promise.all([
    toDataURL(url, { ...look, type: 'image/png' }),
    toString(url, { ...look, type: 'svg' }),
  ]);
  return { png, svg: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}
