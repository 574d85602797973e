import { guestCopy } from '../../../shared/copy/en/guest.ts';
import { landingCopy } from '../../../shared/copy/en/site/landing.ts';
import { ownerCopy } from '../../../shared/copy/en/owner/owner.ts';
import { HOLD_MS, MINUTES_PER_PARTY } from '../../../shared/limits.ts';
import { LineRow } from '../line/rows/line-row.tsx';
import { LocationHead } from '../guest/guest-frame.tsx';
import { LinePicture } from '../guest/status/line-picture.tsx';
import { PageIcon } from '../guest/page-icon.tsx';
import { I18nProvider } from '../guest/i18n.tsx';
import { Position } from '../guest/status/status-step.tsx';
import status from '../guest/status/status-step.module.css';
import turn from '../guest/status/turn-step.module.css';
import { mmss } from '../../lib/countdown.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ConnectionBadge } from '../../ui/status/connection-badge.tsx';
import { Section } from '../../site/section.tsx';
import styles from './sandbox.module.css';
import type { VisitView } from '../../../shared/contracts/queue-view.ts';

const say = landingCopy.sandbox;
const { dashboard } = ownerCopy;
const i18n = { language: 'en', copy: guestCopy } as const;
const clock = { morning: '6:07 AM', evening: '6:07 PM' };

/**
 * The sandbox: a demo line that visitors can try, with the rows of the line and a guest's phone. The parts are the
 * product's real components, controlled by `entries/sandbox.ts`. The HTML has all states, and one state is visible.
 * Only the server renders the sandbox, because these components belong to other entries of the build.
 */
export function Sandbox() {
  const mine = partiesInLine.length - 1;
  return (
    <Section id="try" titleId="sandbox" title={say.title} intro={say.body} className={styles.section}>
      <div className={styles.stage}>
        <div className={styles.tablet} role="group" aria-label={say.tablet}>
          <p className={styles.head}>
            <b>{dashboard.queueTitle}</b>
            {[...partiesInLine, null].map((_, count) => (
              <span key={count} data-customers={count} hidden={count !== partiesInLine.length}>
                <Badge>{dashboard.customers(count)}</Badge>
              </span>
            ))}
          </p>
          <ol>
            {partiesInLine.map((visit, index) => (
              <LineRow
                key={visit.id}
                visit={visit}
                position={index + 1}
                now={now}
                blocked={false}
                isNew={false}
                canDrag={false}
                selected={undefined}
                events={null}
              />
            ))}
          </ol>
          <p className={styles.empty} data-customers="0" hidden>
            {dashboard.queueEmpty}
          </p>
          <Button tone="quiet" className={styles.again} data-again>
            {say.again}
          </Button>
        </div>
        <div className={styles.phone} role="group" aria-label={say.phone} aria-live="polite">
          <I18nProvider
            first={i18n}
            clocks={{ en: clock, id: clock, es: clock, ar: clock }}
            load={async () => guestCopy}
          >
            <Waiting ahead={mine} />
          </I18nProvider>
          <Turn />
          <div className={styles.screen} data-view="removed" hidden>
            <LocationHead {...shop} />
            <div className={styles.call}>
              <p className={styles.title}>{guestCopy.toasts.removed}</p>
              <p>{guestCopy.toasts.removedBody}</p>
            </div>
          </div>
        </div>
      </div>
    </Section>
  );
}

/** On the drawn phone: the page of a waiting guest. */
function Waiting({ ahead }: { ahead: number }) {
  return (
    <div className={styles.screen} data-view="waiting">
      <div className={styles.top}>
        <LocationHead {...shop}>
          <ConnectionBadge state="live" words={guestCopy.connection} />
        </LocationHead>
      </div>
      <div className={status.place}>
        <p className={status.caption}>{guestCopy.status.title}</p>
        <Position position={ahead + 1} />
        {Array.from({ length: ahead + 1 }, (_, n) => (
          <div key={n} data-ahead={n} hidden={n !== ahead}>
            <p className={status.ahead}>{guestCopy.status.ahead(n)}</p>
            <p className={styles.wait}>
              {guestCopy.status.estimatedWait}: <b>{waitAfter(n)}</b>
            </p>
          </div>
        ))}
        <LinePicture ahead={ahead} />
      </div>
    </div>
  );
}

/** The estimated wait in words. In the demo, every party takes `MINUTES_PER_PARTY` minutes. */
function waitAfter(ahead: number): string {
  const minutes = ahead * MINUTES_PER_PARTY;
  return ahead === 0 ? guestCopy.wait.anyMoment : guestCopy.wait.minutes(minutes, minutes);
}

/** The page on the drawn phone of a guest whose turn has come. */
function Turn() {
  const { title, within, held, expired } = guestCopy.turn;
  return (
    <div className={styles.screen} data-view="turn" hidden>
      <LocationHead {...shop} />
      <div className={styles.call}>
        <PageIcon icon="bell" />
        <p className={styles.title}>{title}</p>
        <p className={turn.within} data-hold>
          {within}{' '}
          <span className={classes(turn.time, styles.clock)} role="timer" data-hold-ms={HOLD_MS}>
            {mmss(HOLD_MS)}
          </span>
        </p>
        <p data-hold>{held(HOLD_MS / 60_000)}</p>
        <p data-expired hidden>
          {expired}
        </p>
      </div>
    </div>
  );
}

/**
 * The example business and parties. Names and times are fixed, so that the page need not be rendered again for each
 * visitor.
 */
const shop = { businessName: 'Blue Door Café', address: '14 Kemang Raya, Jakarta' };

const now = Date.UTC(2025, 7, 21, 5, 30);

function party(
  firstName: string,
  lastName: string,
  minutesAgo: number,
  about: Pick<VisitView, 'numGuests' | 'waitingPreference'>,
): VisitView {
  return {
    id: firstName,
    firstName,
    lastName,
    ...about,
    joinedAt: new Date(now - minutesAgo * 60_000).toISOString(),
    address: shop.address,
    status: 'waiting',
  };
}

/** The parties in the order of the line. The drawn phone belongs to the last party in this list. */
const partiesInLine: readonly VisitView[] = [
  party('Putu', 'Wirawan', 9, { numGuests: 4, waitingPreference: 'on_premises' }),
  party('Chen', 'Wei', 5, { numGuests: 2, waitingPreference: 'wait_anywhere' }),
  party('Mara', 'Lindqvist', 2, { numGuests: 2, waitingPreference: 'wait_anywhere' }),
];
