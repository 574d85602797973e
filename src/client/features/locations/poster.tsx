import { Fragment } from 'react';
import { createPortal } from 'react-dom';
import { settingsCopy } from '../../../shared/copy/en/settings.ts';
import { product } from '../../../shared/product.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import styles from './poster.module.css';

const say = settingsCopy.poster;

type Props = {
  /** The QR code as a data URL. The dialog is open while it is set. */
  qrCode: string | undefined;
  businessName: string;
  url: string;
  onClose: () => void;
};

/**
 * Shows the poster as it will be printed. While the dialog is open, printing prints only the poster, also by the
 * browser's own command. A second copy is attached to the body for that, because some browsers do not print an open
 * dialog.
 */
export function PosterDialog({ qrCode, businessName, url, onClose }: Props) {
  const poster = qrCode !== undefined && <Poster qrCode={qrCode} businessName={businessName} url={url} />;
  return createPortal(
    <div className={styles.stage} data-open={qrCode !== undefined || undefined}>
      <Dialog open={qrCode !== undefined} onClose={onClose} title={say.title}>
        <p>{say.intro}</p>
        <div className={styles.preview}>{poster}</div>
        <DialogActions>
          <Button onClick={() => window.print()}>
            <Icon name="print" />
            {say.print}
          </Button>
          <Button tone="quiet" onClick={onClose}>
            {say.close}
          </Button>
        </DialogActions>
      </Dialog>
      <div className={styles.paper}>{poster}</div>
    </div>,
    document.body,
  );
}

/** Lengths of text. Beyond each of them the font is one size smaller. */
const NAME_STEPS = [12, 24, 48];
const ADDRESS_STEPS = [28, 40];

function Poster({ qrCode, businessName, url }: { qrCode: string; businessName: string; url: string }) {
  const { host, pathname } = new URL(url);
  const address = decodeURIComponent(`${host}${pathname}`);
  return (
    <div className={styles.sheet}>
      <p className={styles.name} data-step={stepOf(businessName, NAME_STEPS)}>
        {businessName}
      </p>
      <div>
        <p className={styles.scan}>{say.scan}</p>
        <p className={styles.line}>{say.noApp}</p>
      </div>
      <img className={styles.code} src={qrCode} alt={settingsCopy.page.qrAlt(url)} />
      <div>
        <p className={styles.line}>{say.orType}</p>
        <p className={styles.address} data-step={stepOf(address, ADDRESS_STEPS)}>
          {address.split('/').map((part, index) => (
            // A long address may break before each slash.
            <Fragment key={index}>
              {index > 0 && (
                <>
                  <wbr />/
                </>
              )}
              {part}
            </Fragment>
          ))}
        </p>
      </div>
      <p className={styles.foot}>{say.foot(product.name, host)}</p>
    </div>
  );
}

function stepOf(text: string, steps: number[]): number {
  return steps.filter((length) => text.length > length).length;
}
