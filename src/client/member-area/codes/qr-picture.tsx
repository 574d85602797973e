import { settingsCopy } from '../../../shared/copy/owner/settings.ts';
import type { QrShape } from './qr-code.ts';

/** The margin that scanners of QR codes need, in modules. */
const QUIET_ZONE = 4;

/** A QR code on the screen: black on white in both colour schemes. */
export function QrPicture({
  url,
  shape,
  className,
}: {
  url: string;
  shape: QrShape;
  className?: string | undefined;
}) {
  const side = shape.size + 2 * QUIET_ZONE;
  return (
    <svg
      className={className}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      role="img"
      aria-label={settingsCopy.page.qrAlt(url)}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={shape.path} fill="#000" />
    </svg>
  );
}
