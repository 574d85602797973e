/**
 * The size of UCS-2 texts, for letters outside of `gsm.ts` (3GPP TS 23.038). A text of one segment has 70 UTF-16 units.
 * In a longer text each segment has 67 units and a header, which connects the segments.
 */
export const TWO_SEGMENTS_UNITS = 2 * 67;

/**
 * The letters outside GSM 7-bit that a text in Arabic may have. Letters of other scripts are excluded, because many
 * look like Latin letters: a name in Lisu or Coptic letters can look like the name of a bank.
 */
export const ARABIC = /\p{Script_Extensions=Arabic}/u;
