import type { NewDeviceAnswer } from '../../../shared/contracts/devices.ts';
import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { DEVICE_CODE_MS } from '../../../shared/limits.ts';
import { useQrShape } from '../../member-area/codes/qr-code.ts';
import { QrPicture } from '../../member-area/codes/qr-picture.tsx';
import { useServerNow } from '../../member-area/use-server-now.ts';
import { Icon } from '../../ui/owner-icon.tsx';
import styles from './device-code.module.css';

const say = devicesCopy.code;

/**
 * Shows a code that sets up a device, as a QR code and in digits, with the number of seconds until the code expires.
 */
export function DeviceCode({
  code: { code, expiresAt },
  isUsed,
}: {
  code: NewDeviceAnswer;
  isUsed: boolean;
}) {
  const leftMs = Date.parse(expiresAt) - useServerNow(1_000);
  // The code stands after the `#`, so that browsers do not send the code and no server logs the code.
  const url = `${window.location.origin}/device#${code}`;
  const { shape } = useQrShape(url);
  if (isUsed) {
    return (
      <div className={styles.done} role="status">
        <Icon name="check" />
        {say.used}
      </div>
    );
  }
  if (leftMs <= 0) return <p role="status">{say.over}</p>;
  return (
    <div className={styles.code}>
      <p>{say.body(`${window.location.host}/device`)}</p>
      {shape && <QrPicture url={url} shape={shape} className={styles.qr} />}
      {/* Without `dir`, an Arabic page would show the groups of digits in the wrong order. */}
      <div className={styles.digits} dir="ltr">
        {code.match(/.{3}/g)?.join(' ')}
      </div>
      <p className={styles.left} role="timer">
        {/* The time is limited, because the page's clock may be a little behind the server's clock. */}
        {say.left(Math.ceil(Math.min(leftMs, DEVICE_CODE_MS) / 1000))}
      </p>
    </div>
  );
}
