import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import styles from './analytics.module.css';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import { ChartsBoundary } from './charts-failed.tsx';

/** Begins to load a little before the owner has scrolled so far. */
const AHEAD = '400px';

/** React keeps a part that failed to load as failed for good: each try has a part of its own. */
function newTry(id: number) {
  const Board = lazy(async () => ({ default: (await import('./analytics-board.tsx')).AnalyticsBoard }));
  return { id, Board };
}

/**
 * What the past visits come to: charts, promises and the export (`docs/spec.md` section 2). They stand below the line that the owner
 * works on, so that they and the library that draws them are loaded only when they come near the screen.
 */
export function Analytics({ location }: { location: LocationView | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useSeen(place);
  const [{ id, Board }, setTry] = useState(() => newTry(1));
  return (
    <div ref={place} className={styles.analytics}>
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

/** Whether the element has been near the screen. */
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
