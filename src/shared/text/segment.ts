/** The size of a text's segment. Apart from the alphabet, because the queue's settings need only the size. */

/** Characters of one segment in GSM 7-bit (`gsm.ts`). */
export const SEGMENT_SEPTETS = 160;

/** The longest wording of an owner: a longer one fits into no text. */
export const OWN_WORDS_MAX_LENGTH = SEGMENT_SEPTETS;
