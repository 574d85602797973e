/**
 * The size of a text's segment. The alphabet is in another file (`gsm.ts`), because the queue's settings need only the
 * size.
 */

/** Characters of one segment in GSM 7-bit (`gsm.ts`). */
export const SEGMENT_SEPTETS = 160;
