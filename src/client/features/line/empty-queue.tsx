import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { IfMay } from '../../member-area/may.tsx';
import { copyJoinLink } from '../../member-area/locations/join-link.ts';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { CountAndRefresh } from './count-and-refresh.tsx';
import { PaneHead } from './desk/pane-head.tsx';
import styles from './empty-queue.module.css';

const say = ownerCopy.dashboard;

/** Shown while nobody waits. It offers the QR code and the link with which guests join. */
export function EmptyQueue({ username }: { username: string }) {
  return (
    <EmptyLine sentence={say.queueEmpty}>
      <div className={styles.choices}>
        <IfMay call="PATCH /auth/locations/:id">
          <Link to="/business/settings#qr" className={buttonClass()}>
            <Icon name="qr" />
            {say.showQrCode}
          </Link>
        </IfMay>
        <Button tone="quiet" onClick={() => void copyJoinLink(username)}>
          <Icon name="copy" />
          {say.copyLink}
        </Button>
      </div>
    </EmptyLine>
  );
}

/** Shown if the business has no location: an empty line. The card of the first steps offers to add a location. */
export function NoLocationPane({ blocked, onRefresh }: { blocked: boolean; onRefresh: () => void }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <PaneHead
        id={titleId}
        title={say.queueTitle}
        note={say.queueSubtitle(undefined)}
        action={<CountAndRefresh count={0} blocked={blocked} onRefresh={onRefresh} />}
      />
      <EmptyLine sentence={say.queueEmpty} />
    </section>
  );
}

/** Shown for a location that does not answer. Its line is unknown. */
export function AwayPane({ address }: { address: string }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <PaneHead id={titleId} title={say.queueTitle} note={say.queueSubtitle(address)} />
      <EmptyState icon="wifi-off" title={say.away}>
        {say.awayHint}
      </EmptyState>
    </section>
  );
}

function EmptyLine({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <svg className={styles.picture} viewBox="0 0 272 64" aria-hidden="true">
        <path className={styles.rail} d="M8 60H264" />
        <path className={styles.door} d="M206 60V26a22 22 0 0 1 44 0v34z" />
        <path className={styles.glow} d="M216 60V27a12 12 0 0 1 24 0v33z" />
      </svg>
      <p>{sentence}</p>
      {children}
    </div>
  );
}
