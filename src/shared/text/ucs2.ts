/**
 * What a text with a letter outside of `gsm.ts` can hold: it goes out in UCS-2 (3GPP TS 23.038), with 70 units in the only
 * segment and 67 in each of several, as a header joins those. A unit is one of UTF-16.
 */
export const TWO_SEGMENTS_UNITS = 2 * 67;
