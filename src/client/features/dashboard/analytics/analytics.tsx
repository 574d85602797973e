import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { LocationView } from '../../../../shared/queue-view.ts';
import styles from './analytics.module.css';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';

/** Begins to load a little before the owner has scrolled so far. */
const AHEAD = '400px';

const AnalyticsBoard = lazy(async () => ({
  default: (await import('./analytics-board.tsx')).AnalyticsBoard,
}));

/**
 * What the past visits come to: charts, promises and the export (spec section 2). They stand below the line that the owner
 * works on, so that they and the library that draws them are loaded only when they come near the screen.
 */
export function Analytics({ location }: { location: LocationView | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useSeen(place);
  return (
    <div ref={place} className={styles.analytics}>
      {isNear ? (
        <Suspense fallback={<AnalyticsSkeleton />}>
          <AnalyticsBoard key={location?.id} location={location} />
        </Suspense>
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
