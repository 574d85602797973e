/** Masked phone numbers, which show only the last digits. Pure. */

const MASK = '•••';

/** Whether this text is a masked number. */
export function isMasked(phoneNumber: string): boolean {
  return phoneNumber.startsWith(MASK);
}

/** The last three digits of a number, such as `•••456`; '' if there is no number. */
export function maskedNumber(phoneNumber: string): string {
  return phoneNumber && `${MASK}${phoneNumber.replaceAll(/\P{Nd}/gu, '').slice(-3)}`;
}
