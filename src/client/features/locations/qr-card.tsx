import { useState } from 'react';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { settingsCopy } from '../../../shared/copy/owner/settings.ts';
import { QR_SHOWN_PX } from '../../../shared/limits.ts';
import { PosterDialog } from '../../member-area/codes/poster.tsx';
import { download, drawQrFiles, type QrFiles } from '../../member-area/codes/qr-code.ts';
import { copyJoinLink, joinUrl } from '../../member-area/locations/join-link.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import styles from './settings.module.css';

const say = settingsCopy.page;
const toasts = ownerCopy.toasts;

type Props = { username: string; businessName: string; timezone: string; hasSeveralLocations: boolean };

/** Queue QR Code (`docs/spec.md` sections 2, 5 and 8): the QR code for the guests' page with all locations. */
export function QrCard({ username, businessName, timezone, hasSeveralLocations }: Props) {
  const [files, setFiles] = useState<QrFiles>();
  const [isDrawing, setDrawing] = useState(false);
  const [isPosterOpen, setPosterOpen] = useState(false);
  const url = joinUrl(username);

  async function generate(): Promise<void> {
    if (username === '') {
      toast(toasts.error, { tone: 'bad', body: toasts.noUsername });
      return;
    }
    dismissToasts();
    setDrawing(true);
    try {
      setFiles(await drawQrFiles(url));
      toast(toasts.qrGenerated, { body: toasts.qrGeneratedBody });
    } catch {
      // The encoder could not be loaded, or drawing failed. One toast is enough for both files.
      toast(toasts.error, { tone: 'bad', body: toasts.qrFailed });
    } finally {
      setDrawing(false);
    }
  }

  return (
    <Card title={say.qrTitle} subtitle={hasSeveralLocations ? say.qrSubtitle : undefined}>
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
      {files && (
        <figure className={styles.qr}>
          <img src={files.png} width={QR_SHOWN_PX} height={QR_SHOWN_PX} alt={say.qrAlt(url)} />
          <figcaption>{say.qrCaption}</figcaption>
        </figure>
      )}
      <div className={styles.choices}>
        {files && (
          <>
            <Button onClick={() => download(files.png, say.qrFile(username))}>
              <Icon name="download" />
              {say.download}
            </Button>
            <Button tone="quiet" onClick={() => download(files.svg, say.qrVectorFile(username))}>
              <Icon name="download" />
              {say.downloadSvg}
            </Button>
          </>
        )}
        <Button tone={files ? 'quiet' : 'primary'} busy={isDrawing} onClick={() => void generate()}>
          <Icon name="qr" />
          {say.generate}
        </Button>
        <Button tone="quiet" onClick={() => setPosterOpen(true)}>
          <Icon name="print" />
          {settingsCopy.poster.open}
        </Button>
      </div>
      <PosterDialog
        open={isPosterOpen}
        onClose={() => setPosterOpen(false)}
        businessName={businessName}
        username={username}
        timezone={timezone}
      />
    </Card>
  );
}
