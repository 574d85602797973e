/** Pages between two steps. */
import type { ReactNode } from 'react';
import type { StatusAnswer } from '../../../shared/contracts/guest.ts';
import type { LiveState } from '../../lib/live-socket.ts';
import { useStableConnection } from '../../lib/stable-connection.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import { GuestFrame, LocationHead } from './guest-frame.tsx';
import style from './transition-steps.module.css';
import { PageIcon } from './page-icon.tsx';
import { useCopy } from './i18n.tsx';
import { removalSentence } from './visit/visit-rules.ts';

type RestoringProps = { businessName?: string; connection?: LiveState | undefined; cutOff?: boolean };

/**
 * Placeholder of the status page until the server's first answer. If the server does not answer, the page says that the
 * guest's spot is safe.
 */
export function RestoringStep({ businessName = '', connection, cutOff }: RestoringProps) {
  const copy = useCopy();
  const stable = useStableConnection(connection);
  const waits = !cutOff && stable === 'live';
  return (
    // Screen readers do not read a busy region, so the region is not busy when the notice is shown.
    <main className={style.loading} aria-busy={waits}>
      {waits ? (
        <p className="sr" role="status">
          {copy.page.loading}
        </p>
      ) : (
        <>
          <h1 className="sr">{copy.page.loading}</h1>
          <Notice icon="wifi-off" role="status">
            {copy.connection.safe(businessName)}
          </Notice>
        </>
      )}
      <Skeleton width="60%" height="1.5rem" />
      <Skeleton width="50%" height="8rem" />
      <Skeleton height="5rem" />
      <Skeleton height="6.5rem" />
      <Skeleton height="4rem" />
    </main>
  );
}

type MessageProps = {
  head?: ReactNode;
  icon: IconName;
  title: string;
  body?: string | undefined;
  /** The address and the words of the link to the next page. */
  next?: [href: string, label: string];
  /**
   * Whether only a browser without scripts needs the link. With scripts the page opens the link's address by itself.
   */
  isNextForNoScript?: boolean;
};

/** A page with a single message. */
function MessageStep({ head, icon, title, body, next, isNextForNoScript = false }: MessageProps) {
  const link = next && (
    <a href={next[0]} className={buttonClass()}>
      {next[1]}
    </a>
  );
  return (
    <GuestFrame head={head}>
      <section className={style.message}>
        <PageIcon icon={icon} />
        <h1 tabIndex={-1}>{title}</h1>
        {body && <p>{body}</p>}
        {/* Only the server renders this link, because browsers with scripts never show the link. */}
        {isNextForNoScript ? <noscript>{import.meta.env.SSR && link}</noscript> : link}
      </section>
    </GuestFrame>
  );
}

type EndedProps = {
  status: StatusAnswer;
  /** The path of the page on which the guest can join again. */
  page: string;
  /** True if the guest said that they cannot come. If false, the page opens /queue by itself. */
  hasGivenUp?: boolean;
};

/** Shown when the visit ended while the page was open. */
export function EndedStep({ status, page, hasGivenUp = false }: EndedProps) {
  const copy = useCopy();
  const { turn, toasts, lookup } = copy;
  const head = <LocationHead businessName={status.businessName} address={status.address} />;
  if (hasGivenUp)
    return (
      <MessageStep
        head={head}
        icon="check"
        title={turn.cannotComeTold}
        body={turn.cannotComeHint}
        next={[page, lookup.joinAgain]}
      />
    );
  const left = status.status === 'left';
  return (
    <MessageStep
      head={head}
      icon={left ? 'exit' : 'cross'}
      title={left ? toasts.left : toasts.removed}
      body={left ? undefined : removalSentence(copy, status)}
      next={[page, lookup.joinAgain]}
      isNextForNoScript
    />
  );
}

/** The page for an address of an unknown or a closed business. */
export function UnknownBusiness({ isClosed }: { isClosed: boolean }) {
  const say = useCopy().page;
  return (
    <MessageStep
      icon="qr"
      title={isClosed ? say.closedTitle : say.unknownTitle}
      body={isClosed ? say.closedBody : say.unknownBody}
      next={['/queue', say.unknownAction]}
    />
  );
}
