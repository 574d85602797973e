/** The pages between two steps. */
import type { StatusAnswer } from '../../../shared/guest-queue.ts';
import type { LiveState } from '../../lib/live-socket.ts';
import { useSettledConnection } from '../../lib/settled-connection.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GuestFrame, PlaceHead } from './guest-frame.tsx';
import style from './interludes.module.css';
import { Sign } from './sign.tsx';
import { useCopy } from './speech.tsx';

type RestoringProps = { businessName?: string; connection?: LiveState | undefined; cutOff?: boolean };

/** The shape of the status page while its answer is on the way. Where none comes, the place is safe: that is what is asked for. */
export function RestoringStep({ businessName = '', connection, cutOff }: RestoringProps) {
  const copy = useCopy();
  const settled = useSettledConnection(connection);
  const waits = !cutOff && settled === 'live';
  return (
    // What is busy is not read out.
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

/** The visit ended while the page was open. It stays long enough to be read; then the page goes to /queue. */
export function EndedStep({ status }: { status: StatusAnswer }) {
  const { toasts, page } = useCopy();
  const left = status.status === 'left';
  return (
    <GuestFrame head={<PlaceHead businessName={status.businessName} address={status.address} />}>
      <section className={style.message}>
        <Sign icon={left ? 'exit' : 'cross'} />
        <h1 tabIndex={-1}>{left ? toasts.left : toasts.removed}</h1>
        {!left && <p>{toasts.removedBody}</p>}
        <p>{page.ended}</p>
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
        <Sign icon="qr" />
        <h1>{say.unknownTitle}</h1>
        <p>{say.unknownBody}</p>
        <a href="/queue" className={buttonClass()}>
          {say.unknownAction}
        </a>
      </section>
    </GuestFrame>
  );
}
