/** Effects of a change of step: focus, history, title. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { GuestCopy } from '../../../shared/copy/en/guest.ts';
import { removeDraft, readDraft, type Draft } from './join/draft.ts';
import type { Stage } from './visit/visit-rules.ts';

/** Focuses the heading of a new step. The focus does not change at the first step. */
export function useFocusOnNewStep(step: string): void {
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    scrollTo(0, 0);
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [step]);
}

/** The state of the history entry of step 3. */
const STEP_3 = 3;

/** Makes step 3 a history entry, so that the phone's Back button leads to step 2 with everything that was typed. */
export function stepForward(): void {
  history.pushState(STEP_3, '');
}

type Steps = {
  username: string;
  stage: Stage;
  /** Called if the page was reloaded at step 3. */
  onReturn: (typed: Draft) => void;
  /** Called after the phone's Back button. */
  onBack: () => void;
};

/** Handles the history entries of the steps, and removes the draft when the draft is no longer needed. */
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

/** Whether the guest typed into step 2 before the draft was read. */
function isTypedAnew(): boolean {
  const inputs = document.querySelectorAll<HTMLInputElement>('main input');
  return [...inputs].some(({ value, defaultValue }) => value !== defaultValue);
}

/** Sets the document title. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** The document title for this stage of the visit. */
export function titleOf(copy: GuestCopy, stage: Stage, businessName: string): string {
  if (stage.at !== 'visit') return copy.page.joinTitle(businessName);
  const { status } = stage;
  if (status.status === 'arrived') return copy.turn.arrived;
  if (status.holdExpired || status.status === 'no_show')
    return `${copy.turn.timeUp} · ${status.businessName}`;
  if (status.admitted) return `${copy.turn.title} · ${status.businessName}`;
  return copy.status.documentTitle(status.position, status.businessName);
}
