/** What a change of step means to the page around it: focus, the history, the title. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { GuestCopy } from '../../../shared/copy/guest.ts';
import type { Details, Way } from './join-form.ts';
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

/** What is typed by step 3. An entry of the history outlives builds: what changes here has to read the former shape, too. */
export type TypedSoFar = { details: Details; way: Way };

/**
 * Step 3 is an entry of the history, so that the phone's own Back leads to step 2 with all that was typed. What was typed lies
 * in the entry: it is there again when the phone had to drop the page, and gone with the tab.
 */
export function stepForward(typed: TypedSoFar): void {
  history.pushState(typed, '');
}

/** Keeps what is typed by now in step 3's entry; nothing any more where `typed` is null. */
export function keepTyped(typed: TypedSoFar | null): void {
  history.replaceState(typed, '');
}

/** Tells what step 3's entry kept where the page was loaded anew there, and when the phone's Back was pressed. */
export function useHistoryOfSteps(restore: (typed: TypedSoFar) => void, goBack: () => void): void {
  const begin = useEffectEvent(() => {
    const kept: TypedSoFar | null = history.state;
    if (kept !== null) restore(kept);
  });
  const back = useEffectEvent(goBack);
  useEffect(() => {
    begin();
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
