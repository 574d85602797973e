/** QR codes. The browser loads the encoder only when a page needs a QR code. */
import { useQuery } from '@tanstack/react-query';
import { QR_MARGIN_MODULES, QR_WIDTH_PX } from '../../../shared/limits.ts';

/** The dark modules of a QR code as the path of an SVG, `size` units wide and high, without a margin. */
export type QrShape = { size: number; path: string };

/**
 * The shape of an address's QR code. `shape` is undefined until the code is drawn. `failed`: whether the encoder could
 * not be loaded.
 */
export function useQrShape(url: string): { shape: QrShape | undefined; failed: boolean; retry: () => void } {
  const { data, isError, refetch } = useQuery({
    queryKey: ['qr-code', url],
    queryFn: () => drawQrShape(url),
    staleTime: Infinity,
  });
  return { shape: data, failed: isError, retry: () => void refetch() };
}

async function drawQrShape(url: string): Promise<QrShape> {
  const { create } = await import('qrcode');
  const { modules } = create(url);
  const { size } = modules;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = column;
      while (column < size && modules.get(row, column) === 1) column += 1;
      if (column > from) path += `M${from} ${row}h${column - from}v1h${from - column}z`;
    }
  }
  return { size, path };
}

const look = {
  width: QR_WIDTH_PX,
  margin: QR_MARGIN_MODULES,
  color: { dark: '#000000', light: '#ffffff' },
};

/** QR codes as data URLs for files: the PNG of the spec, and an SVG that is sharp at any size. */
export type QrFiles = { png: string; svg: string };

/** Draws the files of an address's QR code. Throws if the encoder cannot be loaded. */
export async function drawQrFiles(url: string): Promise<QrFiles> {
  const { toDataURL, toString } = await import('qrcode');
  const [png, svg] = await Promise.all([
    toDataURL(url, { ...look, type: 'image/png' }),
    toString(url, { ...look, type: 'svg' }),
  ]);
  return { png, svg: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}

/** Saves a data URL as a file. */
export function download(dataUrl: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = dataUrl;
  link.download = fileName;
  link.click();
}
