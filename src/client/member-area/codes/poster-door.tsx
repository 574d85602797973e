import { settingsCopy } from '../../../shared/copy/owner/settings.ts';
import type { QrShape } from './qr-code.ts';
import styles from './poster.module.css';

/** Width and position of the QR code in units of the picture. */
const CODE = { side: 88, x: 45, y: 38 };

/**
 * The picture on the poster shows guests in front of a lit door; the QR code is inside the door. The picture has only
 * filled shapes, because by default browsers do not print backgrounds.
 */
export function PosterDoor({ url, shape }: { url: string; shape: QrShape | undefined }) {
  const { side, x, y } = CODE;
  return (
    <svg className={styles.door} viewBox="0 0 178 135" role="img" aria-label={settingsCopy.page.qrAlt(url)}>
      <path fill="#0b5563" d="M25 133V50a64 50 0 0 1 128 0v83z" />
      <path fill="#f5b83d" d="M30 133V50a59 45.5 0 0 1 118 0v83z" />
      <path fill="#fff" d="M34 133V50a55 41 0 0 1 110 0v83z" />
      <path fill="none" stroke="#0b5563" strokeWidth="1.2" d="M89 9v8" />
      <path fill="#0b5563" d="M79 27a10 10 0 0 1 20 0z" />
      <path fill="#f5b83d" d="M85 27a4 4 0 0 0 8 0z" />
      <Guest x={5} fill="#fff" />
      <Guest x={16} fill="#f5b83d" />
      <path stroke="#0b5563" strokeWidth="2" strokeLinecap="round" d="M1 133.5h176" />
      {shape && (
        <svg
          x={x}
          y={y}
          width={side}
          height={side}
          viewBox={`0 0 ${shape.size} ${shape.size}`}
          shapeRendering="crispEdges"
        >
          <path d={shape.path} fill="#000" />
        </svg>
      )}
    </svg>
  );
}

/** A figure of a guest who stands on the line. All pictures of the product use this shape. */
function Guest({ x, fill }: { x: number; fill: string }) {
  return (
    <g transform={`translate(${x} 107) scale(.48)`} fill={fill} stroke="#0b5563" strokeWidth="2.4">
      <path d="M-9 53c0-10 4-17 11-17s11 7 11 17z" />
      <circle cx="2" cy="26" r="8" />
    </g>
  );
}
