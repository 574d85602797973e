/** Pages between two steps. */
import type { StatusAnswer } from '../../../shared/contracts/guest.ts';
import type { LiveState } from '../../lib/live-socket.ts';
import { useStableConnection } from '../../lib/stable-connection.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import { GuestFrame, LocationHead } from './guest-frame.tsx';
import style from './transition-steps.module.css';
import { PageIcon } from './page-icon.tsx';
import { useCopy } from './i18n.tsx';

type RestoringProps = { businessName?: string; connection?: LiveState | undefined; cutOff?: boolean };

/** Placeholder of the status page until its first answer. If no answer comes, it says that the guest's spot is safe. */
export function RestoringStep({ businessName = '', connection, cutOff }: RestoringProps) {
  const copy = useCopy();
  const stable = useStableConnection(connection);
  const waits = !cutOff && stable === 'live';
  return (
    // Screen readers do not read a busy region.
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

/** Shown when the visit ended while the page was open. After a delay the page goes to /queue. */
export function EndedStep({ status }: { status: StatusAnswer }) {
  const { toasts, page } = useCopy();
  const left = status.status === 'left';
  return (
    <GuestFrame head={<LocationHead businessName={status.businessName} address={status.address} />}>
      <section className={style.message}>
        <PageIcon icon={left ? 'exit' : 'cross'} />
        <h1 tabIndex={-1}>{left ? toasts.left : toasts.removed}</h1>
        {!left && <p>{toasts.removedBody}</p>}
        <p>{page.ended}</p>
      </section>
    </GuestFrame>
  );
}

/** Shown after the guest said that it cannot come. `again`: the page to join once more. */
export function GivenUpStep({ status, again }: { status: StatusAnswer; again: string }) {
  const { turn, lookup } = useCopy();
  return (
    <GuestFrame head={<LocationHead businessName={status.businessName} address={status.address} />}>
      <section className={style.message}>
        <PageIcon icon="check" />
        <h1 tabIndex={-1}>{turn.cannotComeTold}</h1>
        <p>{turn.cannotComeHint}</p>
        <a href={again} className={buttonClass()}>
          {lookup.joinAgain}
        </a>
      </section>
    </GuestFrame>
  );
}

/** The address names no business. */
export function UnknownBusiness() {
  const say = useCopy().page;
  return (
    <GuestFrame>
      <section className={style.message}>
        <PageIcon icon="qr" />
        <h1>{say.unknownTitle}</h1>
        <p>{say.unknownBody}</p>
        <a href="/queue" className={buttonClass()}>
          {say.unknownAction}
        </a>
      </section>
    </GuestFrame>
  );
}
