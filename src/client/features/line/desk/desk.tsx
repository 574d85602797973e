import { useState, type ReactNode, type RefObject } from 'react';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { PanelPlace } from '../../../ui/panel.tsx';
import { ToastLine } from '../../../ui/status/toast-line.tsx';
import { usePaintedUnless } from '../../../ui/use-painted.ts';
import styles from './desk.module.css';

/**
 * The smallest widths at which the pane of arrivals, and the pane of today, are beside the line (`desk.module.css`).
 */
const BESIDE_LINE = '(min-width: 56.25rem)';
const BESIDE_SIDE = '(min-width: 86rem)';

/** The pane that a narrow screen shows. */
export type DeskTab = 'line' | 'arriving' | 'done' | 'today';

type Props = {
  /** The page's heading, for screen readers. */
  title: string;
  bar: ReactNode;
  /** Notices under the bar. */
  notices: ReactNode;
  tabs: ReactNode;
  tab: DeskTab;
  /** The element that contains the panes. The focus is restored to rows of this element. */
  panes: RefObject<HTMLDivElement | null>;
  line: ReactNode;
  /** The upper pane beside the line. This pane is as tall as its content. `done` is the lower pane. */
  arriving: ReactNode;
  done: ReactNode;
  /** The statistics of the dashboard; undefined on the stand. */
  today?: ReactNode;
};

/**
 * The frame around a line: bar, notices, panes that scroll separately, toasts, tabs. The frame itself does not scroll.
 * `desk.module.css` decides by the width of the frame which panes are side by side.
 */
export function Desk({ title, bar, notices, tabs, tab, panes, line, arriving, done, today }: Props) {
  const [panelPlace, setPanelPlace] = useState<HTMLElement | null>(null);
  return (
    <div className={styles.desk}>
      <div className={styles.shell} data-tab={tab}>
        {bar}
        <div className={styles.notices}>{notices}</div>
        <main id="main" tabIndex={-1} className={styles.main}>
          <h1 className="sr">{title}</h1>
          <div ref={panes} className={styles.panes}>
            <PanelPlace value={panelPlace}>
              <div className={styles.line}>{line}</div>
              <div className={styles.side}>
                <div className={styles.arriving}>
                  <LaterUnless media={BESIDE_LINE}>{arriving}</LaterUnless>
                </div>
                <div className={styles.done}>
                  <LaterUnless media={BESIDE_LINE}>{done}</LaterUnless>
                </div>
              </div>
              {today !== undefined && (
                <div role="region" aria-label={deskCopy.tabs.today} tabIndex={0} className={styles.today}>
                  <LaterUnless media={BESIDE_SIDE}>{today}</LaterUnless>
                </div>
              )}
            </PanelPlace>
            <div ref={setPanelPlace} className={styles.panelPlace} />
          </div>
        </main>
        <ToastLine />
        {tabs}
      </div>
    </div>
  );
}

/**
 * Renders a pane at once if `media` matches. If not, the pane is hidden at first, and this function renders it after
 * the first paint.
 */
function LaterUnless({ media, children }: { media: string; children: ReactNode }) {
  return usePaintedUnless(media) && children;
}
