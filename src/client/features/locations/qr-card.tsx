import { useState } from 'react';
import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { settingsCopy } from '../../../shared/copy/en/settings.ts';
import { QR_SHOWN_PX, QR_MARGIN_MODULES, QR_WIDTH_PX } from '../../../shared/limits.ts';
import { copyJoinLink, joinUrl } from '../../owner-area/locations/join-link.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import { PosterDialog } from './poster.tsx';
import styles from './settings.module.css';

const say = settingsCopy.page;
const toasts = ownerCopy.toasts;

type Props = { username: string; businessName: string };

/** Queue QR Code (`docs/spec.md` sections 2, 5 and 8), and the poster for the door. */
export function QrCard({ username, businessName }: Props) {
  const [codes, setCodes] = useState<QrCodes>();
  const [poster, setPoster] = useState<QrCodes>();
  const [drawing, setDrawing] = useState<'code' | 'poster'>();
  const url = joinUrl(username);

  /** Draws the codes and passes them to `done`; shows a toast on failure. */
  async function draw(what: 'code' | 'poster', done: (drawn: QrCodes) => void): Promise<void> {
    if (username === '') {
      toast(toasts.error, { tone: 'bad', body: toasts.noUsername });
      return;
    }
    dismissToasts();
    setDrawing(what);
    try {
      done(await drawQrCodes(url));
    } catch {
      // The encoder could not be loaded, or drawing failed. The toast is the same for both.
      toast(toasts.error, { tone: 'bad', body: toasts.qrFailed });
    } finally {
      setDrawing(undefined);
    }
  }

  function generate(): Promise<void> {
    return draw('code', (drawn) => {
      setCodes(drawn);
      toast(toasts.qrGenerated, { body: toasts.qrGeneratedBody });
    });
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
      {codes && (
        <figure className={styles.qr}>
          <img src={codes.png} width={QR_SHOWN_PX} height={QR_SHOWN_PX} alt={say.qrAlt(url)} />
          <figcaption>{say.qrCaption}</figcaption>
        </figure>
      )}
      <div className={styles.choices}>
        {codes && (
          <>
            <Button onClick={() => download(codes.png, say.qrFile(username))}>
              <Icon name="download" />
              {say.download}
            </Button>
            <Button tone="quiet" onClick={() => download(codes.svg, say.qrVectorFile(username))}>
              <Icon name="download" />
              {say.downloadSvg}
            </Button>
          </>
        )}
        <Button tone={codes ? 'quiet' : 'primary'} busy={drawing === 'code'} onClick={() => void generate()}>
          <Icon name="qr" />
          {say.generate}
        </Button>
        <Button tone="quiet" busy={drawing === 'poster'} onClick={() => void draw('poster', setPoster)}>
          <Icon name="print" />
          {settingsCopy.poster.open}
        </Button>
      </div>
      <PosterDialog
        qrCode={poster?.svg}
        businessName={businessName}
        url={url}
        onClose={() => setPoster(undefined)}
      />
    </Card>
  );
}

function download(dataUrl: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = dataUrl;
  link.download = fileName;
  link.click();
}

const look = {
  width: QR_WIDTH_PX,
  margin: QR_MARGIN_MODULES,
  color: { dark: '#000000', light: '#ffffff' },
};

/** The QR code as data URLs: the PNG of the spec, and an SVG that is sharp at the size of a poster. */
type QrCodes = { png: string; svg: string };

/**
 * Draws the QR codes of a join address. The encoder is loaded only here, because most visits do not need it. Throws if
 * it cannot be loaded.
 */
async function drawQrCodes(url: string): Promise<QrCodes> {
  const { toDataURL, toString } = await import('qrcode');
  const [png, svg] = await Promise.all([
    toDataURL(url, { ...look, type: 'image/png' }),
    toString(url, { ...look, type: 'svg' }),
  ]);
  return { png, svg: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}
