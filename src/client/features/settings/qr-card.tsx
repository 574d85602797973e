import { useState } from 'react';
import { ownerCopy } from '../../../shared/copy/owner.ts';
import { QR_MARGIN_MODULES, QR_SHOWN_PX, QR_WIDTH_PX } from '../../../shared/limits.ts';
import { copyJoinLink, joinUrl } from '../../owner-area/join-link.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './settings.module.css';

const say = ownerCopy.settings;
const toasts = ownerCopy.toasts;

/** The PNG of a join address as a data URL (spec section 9). The encoder is loaded here: most visits never need it. */
async function drawQrCode(url: string): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(url, {
    type: 'image/png',
    width: QR_WIDTH_PX,
    margin: QR_MARGIN_MODULES,
    color: { dark: '#000000', light: '#ffffff' },
  });
}

/** Queue QR Code (spec sections 2, 5 and 8). */
export function QrCard({ username }: { username: string }) {
  const [png, setPng] = useState<string>();
  const [busy, setBusy] = useState(false);
  const url = joinUrl(username);

  async function generate(): Promise<void> {
    if (username === '') {
      toast(toasts.error, { tone: 'bad', body: toasts.noUsername });
      return;
    }
    setBusy(true);
    try {
      setPng(await drawQrCode(url));
      toast(toasts.qrGenerated, { body: toasts.qrGeneratedBody });
    } catch {
      // No encoder (its download failed) or no picture: for the owner it is one and the same, and the toast says it.
      toast(toasts.error, { tone: 'bad', body: toasts.qrFailed });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card title={say.qrTitle}>
      <div className={styles.joinLink}>
        <div>
          <p className={styles.term}>{say.joinUrl}</p>
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        </div>
        <Button tone="quiet" onClick={() => void copyJoinLink(username)}>
          <Icon name="copy" size={18} />
          {ownerCopy.dashboard.copyLink}
        </Button>
      </div>
      {png !== undefined && (
        <figure className={styles.qr}>
          <img src={png} width={QR_SHOWN_PX} height={QR_SHOWN_PX} alt={say.qrAlt(url)} />
          <figcaption>{say.qrCaption}</figcaption>
        </figure>
      )}
      <div className={styles.choices}>
        <Button tone={png === undefined ? 'primary' : 'quiet'} busy={busy} onClick={() => void generate()}>
          <Icon name="qr" />
          {say.generate}
        </Button>
        {png !== undefined && (
          <Button onClick={() => download(png, say.qrFile(username))}>
            <Icon name="download" />
            {say.download}
          </Button>
        )}
      </div>
    </Card>
  );
}

function download(dataUrl: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = dataUrl;
  link.download = fileName;
  link.click();
}
