/** Errors found after the crashes, each as a sentence. All lists are empty if nothing is wrong. */

export type Findings = {
  lostJoins: string[];
  lostAdmits: string[];
  lostLeaves: string[];
  lostRemoves: string[];
  /** Texts that are marked as sent, but were not received. */
  lostTexts: string[];
  /** Duplicates: two visits for one idempotency key, two visits at one position, a repeated admission or text. */
  doubled: string[];
  /** Changes of a visit that were never requested. */
  unasked: string[];
  /** Credit balances that differ from the credits which the visits use. */
  creditsOff: string[];
  /** Holds with a wrong length, and holds that ended too early. */
  holdsWrong: string[];
  historyMissing: string[];
  historyExtra: string[];
  /** Visits and lines that differ from the event log. */
  unlikeEvents: string[];
  /** Deliveries that are still pending without a reason. */
  undelivered: string[];
};

export function noFindings(): Findings {
  return {
    lostJoins: [],
    lostAdmits: [],
    lostLeaves: [],
    lostRemoves: [],
    lostTexts: [],
    doubled: [],
    unasked: [],
    creditsOff: [],
    holdsWrong: [],
    historyMissing: [],
    historyExtra: [],
    unlikeEvents: [],
    undelivered: [],
  };
}
