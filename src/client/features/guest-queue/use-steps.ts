/** What a change of step means to the page around it: focus, the history, the title. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { GuestCopy } from '../../../shared/copy/guest.ts';
import type { Stage } from './use-visit.ts';

/** A new step starts at its heading, for eyes and for readers alike. The first one leaves the page as it loaded. */
export function useFocusOnNewStep(step: string): void {
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    scrollTo(0, 0);
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [step]);
}

/** Step 3 is an entry of the history, so that the phone's own Back leads to step 2 with all that was typed. */
export function stepForward(): void {
  history.pushState(null, '');
}

/** Tells when the phone's Back was pressed. */
export function useStepBack(goBack: () => void): void {
  const back = useEffectEvent(goBack);
  useEffect(() => {
    const handle = () => back();
    addEventListener('popstate', handle);
    return () => removeEventListener('popstate', handle);
  }, []);
}

/** The tab says where one stands. */
export function useTitle(copy: GuestCopy, stage: Stage, businessName: string): void {
  const title = titleOf(copy, stage, businessName);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function titleOf(copy: GuestCopy, stage: Stage, businessName: string): string {
  if (stage.at !== 'visit') return copy.page.joinTitle(businessName);
  const { status } = stage;
  if (status.status === 'arrived') return copy.turn.arrived;
  if (status.holdExpired || status.status === 'no_show')
    return copy.turn.expiredDocumentTitle(status.businessName);
  if (status.admitted) return copy.turn.documentTitle(status.businessName);
  return copy.status.documentTitle(status.position, status.businessName);
}
