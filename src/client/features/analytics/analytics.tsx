import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import styles from './analytics.module.css';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import { ChartsBoundary } from './charts-failed.tsx';

/** The charts begin to load when they are this distance below the visible part of the page. */
const AHEAD = '400px';

/** Makes a new lazy component for each attempt, because React does not load a failed lazy component again. */
function newTry(id: number) {
  const Board = lazy(async () => ({ default: (await import('./analytics-board.tsx')).AnalyticsBoard }));
  return { id, Board };
}

/**
 * Charts, promise report and export (`docs/spec.md` section 2). The charts and their library are loaded only when they
 * are near the screen, because the owner first needs the line above the charts.
 */
export function Analytics({ location }: { location: LocationView | undefined }) {
  const container = useRef<HTMLDivElement>(null);
  const isNear = useSeen(container);
  const [{ id, Board }, setTry] = useState(() => newTry(1));
  return (
    <div ref={container} className={styles.analytics}>
      {isNear ? (
        <ChartsBoundary key={id} onTryAgain={() => setTry(newTry(id + 1))}>
          <Suspense fallback={<AnalyticsSkeleton />}>
            <Board key={location?.id} location={location} />
          </Suspense>
        </ChartsBoundary>
      ) : (
        <AnalyticsSkeleton />
      )}
    </div>
  );
}

/** Whether the element is or was near the screen. */
function useSeen(element: React.RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return seen;
}
