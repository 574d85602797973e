/** Masked phone numbers, which show only the last digits. Pure. */

const MASK = '•••';

export function isMasked(phoneNumber: string): boolean {
  return phoneNumber.startsWith(MASK);
}

/** The number with only its last three digits, such as `•••456`; '' if there is no number. */
export function maskedNumber(phoneNumber: string): string {
  return phoneNumber && `${MASK}${phoneNumber.replaceAll(/\P{Nd}/gu, '').slice(-3)}`;
}
