/**
 * The size of UCS-2 texts, for letters outside of `gsm.ts` (3GPP TS 23.038). A single segment has 70 UTF-16 units. Each
 * segment of a longer text has 67, because a header connects the segments.
 */
export const TWO_SEGMENTS_UNITS = 2 * 67;

/**
 * The letters outside GSM 7-bit that a text in Arabic may have. Letters of other scripts are excluded, because many
 * look like Latin ones: a name in Lisu or Coptic letters can read like a bank's.
 */
export const ARABIC = /\p{Script_Extensions=Arabic}/u;
