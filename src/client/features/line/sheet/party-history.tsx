import { clockLocale } from '../../../../shared/copy/page-language.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { visitHistory, type VisitView } from '../../../../shared/contracts/queue-view.ts';
import { sentenceOf } from '../../../../shared/event-words.ts';
import { request } from '../../../lib/api.ts';
import { clockTime } from '../../../lib/format.ts';
import { IfMay } from '../../../member-area/may.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Skeleton } from '../../../ui/status/skeleton.tsx';
import { fullName } from '../actions/action-toasts.ts';
import { storeChosenLocation } from '../live/use-chosen-location.ts';
import styles from './party-sheet.module.css';

const say = lineCopy.history;

type Props = { locationId: string; timezone: string; visit: VisitView };

/**
 * The texts and the history of a visit, with the person of each action. Loaded when the sheet opens, and after each
 * change of the visit.
 */
export function PartyHistory({ locationId, timezone, visit }: Props) {
  const history = useQuery({
    queryKey: ['history', locationId, visit.id, JSON.stringify(visit)],
    queryFn: ({ signal }) =>
      request('GET', `/auth/locations/${locationId}/visits/${encodeURIComponent(visit.id)}/history`, {
        schema: visitHistory,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const time = (at: string) => clockTime(Date.parse(at), timezone, clockLocale);
  if (history.isError) {
    return (
      <div className={styles.failed} role="alert">
        <p>{say.loadFailed}</p>
        <Button tone="quiet" onClick={() => void history.refetch()}>
          {say.retry}
        </Button>
      </div>
    );
  }
  if (history.data === undefined) return <Skeleton height="4rem" />;
  const { events, texts } = history.data;
  const guest = visit.firstName === '' ? {} : { guest: fullName(visit) };
  return (
    <>
      {texts.length > 0 && (
        <section>
          <h3>{say.texts}</h3>
          <ol className={styles.texts}>
            {texts.map((text) => (
              <li key={`${text.at} ${text.kind}`}>
                {say.text[text.kind]}
                <small>
                  <time dateTime={text.at}>{time(text.at)}</time>{' '}
                  {ownerCopy.textMessage[text.error ?? text.status]}
                </small>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section>
        <h3>{say.title}</h3>
        <ol className={styles.history}>
          {events.map((event) => (
            <li key={`${event.at} ${event.kind}`}>
              <time dateTime={event.at}>{time(event.at)}</time>
              <span>{sentenceOf({ ...event, ...guest })}</span>
            </li>
          ))}
        </ol>
        <IfMay call="GET /auth/locations/:id/activity">
          <Link
            to="/business/activity"
            className={styles.all}
            onClick={() => storeChosenLocation(locationId)}
          >
            {say.all}
          </Link>
        </IfMay>
      </section>
    </>
  );
}
