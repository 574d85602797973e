/** What a change of step means to the page around it: focus, the history, the title. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { GuestCopy } from '../../../shared/copy/en/guest.ts';
import { removeDraft, readDraft, type Draft } from './join/draft.ts';
import type { Stage } from './visit/visit-rules.ts';

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

/** What the history's entry of step 3 says of itself. */
const STEP_3 = 3;

/** Step 3 is an entry of the history, so that the phone's own Back leads to step 2 with all that was typed. */
export function stepForward(): void {
  history.pushState(STEP_3, '');
}

type Steps = {
  username: string;
  stage: Stage;
  /** The page was loaded anew at step 3. */
  onReturn: (typed: Draft) => void;
  /** The phone's Back was pressed. */
  onBack: () => void;
};

/** Follows the history's entries, and forgets what was typed where it is of no use any more. */
export function useHistoryOfSteps({ username, stage, onReturn, onBack }: Steps): void {
  const lookAtDraft = useEffectEvent(() => {
    const typed = readDraft(username);
    const isStep3 = stage.at === 'form' && history.state === STEP_3;
    if (isStep3 && typed !== null && !isTypedAnew()) onReturn(typed);
    else removeDraft(username);
  });
  const back = useEffectEvent(onBack);
  useEffect(() => lookAtDraft(), [stage.at]);
  useEffect(() => {
    const handle = () => back();
    addEventListener('popstate', handle);
    return () => removeEventListener('popstate', handle);
  }, []);
}

/** In the step 2 that the server drew, before it was known what is kept. */
function isTypedAnew(): boolean {
  const inputs = document.querySelectorAll<HTMLInputElement>('main input');
  return [...inputs].some(({ value, defaultValue }) => value !== defaultValue);
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
