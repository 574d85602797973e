/** Functions for masked phone numbers. A masked number shows only the last digits. Pure. */

const MASK = '•••';

export function isMasked(phoneNumber: string): boolean {
  return phoneNumber.startsWith(MASK);
}

/** Returns the number with only its last three digits visible, such as `•••456`. Returns '' if there is no number. */
export function maskedNumber(phoneNumber: string): string {
  return phoneNumber && `${MASK}${phoneNumber.replaceAll(/\P{Nd}/gu, '').slice(-3)}`;
}
