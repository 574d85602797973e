import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { hasNoCredits, type TrialState } from '../../owner-area/plan/plan-state.ts';

/** A location as it is to be shown: without credits from the moment the trial is over, whatever was told before. */
export function afterTrial(location: LocationView, { kind }: TrialState): LocationView {
  const isOver = kind === 'expired' || kind === 'ended';
  return isOver && !hasNoCredits(location) ? { ...location, customerCredits: 0, smsCredits: 0 } : location;
}
