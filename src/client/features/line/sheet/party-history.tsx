import { clockLocale } from '../../../../shared/copy/page-language.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { visitHistory, type VisitHistory, type VisitView } from '../../../../shared/contracts/queue-view.ts';
import { request } from '../../../lib/api.ts';
import { clockTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Skeleton } from '../../../ui/status/skeleton.tsx';
import styles from './party-sheet.module.css';

const say = lineCopy.history;

type Props = { locationId: string; timezone: string; visit: VisitView };

/** The texts and the history of a visit, with who did what. Loaded when the sheet opens and after each change. */
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
              <span>{sentenceOf(event)}</span>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

/**
 * An event in words, such as 'Moved to #4, by staff'. An event of a kind that this page does not know is shown as it
 * is.
 */
function sentenceOf({ kind, position, actor, reason }: VisitHistory['events'][number]): string {
  const known: Record<string, string | undefined> = say.kinds;
  const actors: Record<string, string | undefined> = say.actors;
  const reasons: Record<string, string | undefined> = say.reasons;
  const [actorKind = ''] = actor.split(':');
  return [
    `${known[kind] ?? kind}${position > 0 ? ` ${say.place(position)}` : ''}`,
    actors[actorKind],
    reason === undefined ? undefined : reasons[reason],
  ]
    .filter(Boolean)
    .join(', ');
}
