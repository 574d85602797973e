/** What is held against a server after the crashes. Each entry is a sentence; all lists empty means nothing is wrong. */

export type Findings = {
  lostJoins: string[];
  lostAdmits: string[];
  lostLeaves: string[];
  lostRemoves: string[];
  /** A text that counts as sent and that nobody has. */
  lostTexts: string[];
  /** Two visits for one key, two of them at one place, an admission or a text twice. */
  doubled: string[];
  /** Something became of a visit that nobody had asked for. */
  unasked: string[];
  /** Balances that differ from what the visits have cost. */
  creditsOff: string[];
  /** Holds of another length than was set, or ended before their time. */
  holdsWrong: string[];
  historyMissing: string[];
  historyExtra: string[];
  /** Visits or lines that are not what the events tell. */
  unlikeEvents: string[];
  /** What still waits to be delivered, although nothing stands in its way. */
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
