import { useLayoutEffect, useRef } from 'react';
import { ownerCopy } from '../../../shared/copy/owner.ts';
import type { LocationView } from '../../../shared/queue-view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import styles from './queue.module.css';
import { QueueRow } from './queue-row.tsx';
import type { VisitAction } from './use-visit-actions.ts';

const say = ownerCopy.dashboard;
/** From this many parties on, rows out of sight are not drawn. */
const LONG_LINE = 60;

type Props = {
  location: LocationView;
  username: string;
  now: number;
  /** Admit, Remove and Refresh do nothing while true. */
  blocked: boolean;
  onAct: (action: VisitAction) => void;
  onRefresh: () => void;
};

/** Queue Management (spec section 2). `location.queue` is the line as it is to be shown. */
export function QueueCard({ location, username, now, blocked, onAct, onRefresh }: Props) {
  const { queue } = location;
  const list = useRef<HTMLOListElement>(null);
  const focusKept = useFocusKept(list);
  // Rows that appear after the first paint are new guests: they light up.
  const painted = useRef(false);
  useLayoutEffect(() => {
    painted.current = true;
  }, []);

  return (
    <Card
      title={say.queueTitle}
      subtitle={say.queueSubtitle(location.address)}
      action={
        <>
          <span role="status" className={styles.count}>
            <Badge tone={queue.length > 0 ? 'called' : 'neutral'}>{say.customers(queue.length)}</Badge>
          </span>
          <Button tone="quiet" className={styles.refresh} busy={blocked} onClick={onRefresh}>
            <Icon name="refresh" size={18} />
            <span className={styles.refreshWord}>{say.refresh}</span>
          </Button>
        </>
      }
    >
      {queue.length === 0 ? (
        <EmptyQueue username={username} />
      ) : (
        <ol
          ref={list}
          className={styles.line}
          aria-label={say.queueList}
          data-long={queue.length > LONG_LINE || undefined}
        >
          {queue.map((visit, index) => (
            <QueueRow
              key={visit.id}
              visit={visit}
              position={index + 1}
              now={now}
              blocked={blocked}
              painted={painted}
              onAct={(kind) => {
                focusKept.remember(index, kind);
                onAct({ kind, visit });
              }}
            />
          ))}
        </ol>
      )}
    </Card>
  );
}

/**
 * The pressed button leaves the page with its row: the focus goes to the same button of the guest who moves up, so
 * that a keyboard can admit one after the other.
 */
function useFocusKept(list: { readonly current: HTMLOListElement | null }) {
  const wanted = useRef<{ index: number; kind: VisitAction['kind'] } | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null || document.activeElement !== document.body) return;
    const { index, kind } = wanted.current;
    wanted.current = null;
    const rows = list.current?.children;
    const row = rows?.[Math.min(index, rows.length - 1)];
    const button = row?.querySelector(`[data-kind="${kind}"]`);
    const next = button instanceof HTMLElement ? button : document.getElementById('main');
    next?.focus({ preventScroll: true });
  });
  return {
    remember(index: number, kind: VisitAction['kind']): void {
      wanted.current = { index, kind };
    },
  };
}
