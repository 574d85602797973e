/**
 * One email address without a display name. Accounts accept it, and mails are sent to it, by the same rule. Special
 * characters of RFC 5322 are refused, because they could inject a header or a second recipient.
 */
export const EMAIL_ADDRESS =
  /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:".]+(?:\.[^\s\p{C}@<>()[\]\\,;:".]+)+$/u;
