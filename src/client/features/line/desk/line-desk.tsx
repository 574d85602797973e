import type { ReactNode } from 'react';
import { LINE_ACTION, useMay } from '../../../member-area/may.tsx';
import { ArrivingPane } from '../arriving/arriving-pane.tsx';
import { DonePane } from '../done/done-pane.tsx';
import { AwayPane, NoLocationPane } from '../empty-queue.tsx';
import { LinePane } from '../line-pane.tsx';
import { LineSkeleton } from '../line-skeleton.tsx';
import { arriving, doneToday, holdLeftMs } from '../live/lists.ts';
import { SenderNotices } from '../notices/sender-notices.tsx';
import { LineNotices } from '../notices/line-notices.tsx';
import { Desk } from './desk.tsx';
import { DeskTabs } from './desk-tabs.tsx';
import type { LineDeskState } from './use-line-desk.ts';

type Props = {
  desk: LineDeskState;
  /** With `stand`, there is no head above the line, and the button Remove is only in the menu of a row. */
  look?: 'stand';
  /** The page's heading, for screen readers. */
  title: string;
  bar: ReactNode;
  /** Further notices, below the notices about the line. */
  notices?: ReactNode;
  /** Content above the line, in the same pane. */
  aboveLine?: ReactNode;
  /** The statistics of the day, if the page shows them. */
  today?: ReactNode;
};

/** A waiting line with its bar, notices, panes and tabs. */
export function LineDesk({ desk, look, title, bar, notices, aboveLine, today }: Props) {
  const { user, now, trial, locations, known, location, away, visits, controls, refreshing } = desk;
  const arrivals = location ? arriving(location, now) : [];
  const mayAct = useMay(LINE_ACTION);
  const refresh = () => void desk.refresh();
  return (
    <Desk
      title={title}
      panes={desk.panes}
      tab={desk.tab}
      bar={bar}
      notices={
        <>
          <LineNotices
            location={location}
            trial={trial}
            mayBeOld={desk.mayBeOld}
            paused={desk.pause}
            now={now}
          />
          {location && mayAct && (
            <SenderNotices location={location} visits={visits} blocked={visits.acting || refreshing} />
          )}
          {notices}
          <p className="sr" role="status">
            <span key={desk.said.times}>{desk.said.words}</span>
          </p>
        </>
      }
      tabs={
        <DeskTabs
          tab={desk.tab}
          onTab={desk.setTab}
          counts={{
            line: location?.queue.length ?? 0,
            arriving: arrivals.length,
            done: location ? doneToday(location, now).length : 0,
          }}
          isUrgent={arrivals.some((visit) => holdLeftMs(visit, now) <= 0)}
          withToday={today !== undefined}
          onAdd={location && mayAct ? () => controls.adding.set(true) : undefined}
        />
      }
      line={
        <>
          {aboveLine}
          {location && (
            <LinePane
              // The key makes a new pane for each location, so that guests of another location are not shown as newly
              // joined.
              key={location.id}
              look={look}
              location={location}
              username={user.username}
              now={now}
              blocked={visits.acting || refreshing}
              controls={controls}
              visits={visits}
              servers={desk.servers}
              duty={desk.duty}
              onAct={desk.perform}
              onRefresh={refresh}
            />
          )}
          {known && !location && <LineSkeleton address={known.address} />}
          {away && <AwayPane address={away.address} />}
          {locations.length === 0 && <NoLocationPane blocked={refreshing} onRefresh={refresh} />}
        </>
      }
      arriving={
        location && (
          <ArrivingPane
            location={location}
            isBusy={visits.isBusy}
            offers={visits.offers}
            onUndo={visits.undo}
            onOpen={controls.opened.set}
            onAct={desk.perform}
          />
        )
      }
      done={
        location && <DonePane location={location} now={now} isBusy={visits.isBusy} onAct={desk.perform} />
      }
      today={today}
    />
  );
}
