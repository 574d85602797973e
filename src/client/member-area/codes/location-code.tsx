import { useState } from 'react';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { settingsCopy } from '../../../shared/copy/owner/settings.ts';
import { slugOf } from '../../../shared/typing/slug.ts';
import { Button } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { toast } from '../../ui/status/toast.tsx';
import { copyJoinLink, joinUrl } from '../locations/join-link.ts';
import { useMember } from '../member-context.ts';
import styles from './location-code.module.css';
import { PosterDialog } from './poster.tsx';
import { download, drawQrFiles, useQrShape } from './qr-code.ts';
import { QrPicture } from './qr-picture.tsx';

const say = settingsCopy.codes;
const toasts = ownerCopy.toasts;

type Props = {
  location: { id: string; address: string; timezone: string };
  /** The location's name on the page: the address, or a number. */
  name: string;
};

/** Shows the QR code of one location, and buttons for the poster, the link and the file of the code. */
export function LocationCode({ location, name }: Props) {
  const { username, name: businessName } = useMember().user;
  const [isPosterOpen, setPosterOpen] = useState(false);
  const url = joinUrl(username, location.id);
  const { shape, failed, retry } = useQrShape(url);

  async function save(): Promise<void> {
    try {
      const { png } = await drawQrFiles(url);
      download(png, say.file(username, slugOf(location.address, 40)));
    } catch {
      // The encoder could not be loaded, or drawing failed.
      toast(toasts.error, { tone: 'bad', body: toasts.qrFailed });
    }
  }

  return (
    <figure className={styles.code}>
      <div className={styles.picture}>
        {shape && <QrPicture url={url} shape={shape} className={styles.qr} />}
        {failed && (
          <>
            <p>{say.notDrawn}</p>
            <Button tone="quiet" onClick={retry}>
              {say.again}
            </Button>
          </>
        )}
      </div>
      <figcaption>
        {say.caption}{' '}
        <a href={url} target="_blank" rel="noreferrer" aria-label={say.openFor(name)}>
          {say.open}
        </a>
      </figcaption>
      <div className={styles.ways}>
        <Button aria-label={settingsCopy.poster.openFor(name)} onClick={() => setPosterOpen(true)}>
          <Icon name="print" />
          {settingsCopy.poster.open}
        </Button>
        <Button
          tone="quiet"
          aria-label={say.copyFor(name)}
          onClick={() => void copyJoinLink(username, location.id)}
        >
          <Icon name="copy" />
          {ownerCopy.dashboard.copyLink}
        </Button>
        <Button tone="quiet" aria-label={say.downloadFor(name)} onClick={() => void save()}>
          <Icon name="download" />
          {settingsCopy.page.download}
        </Button>
      </div>
      <PosterDialog
        open={isPosterOpen}
        onClose={() => setPosterOpen(false)}
        businessName={businessName}
        username={username}
        location={location}
        timezone={location.timezone}
      />
    </figure>
  );
}
