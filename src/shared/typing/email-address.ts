/**
 * One email address without a display name. Accounts and mails use the same rule for valid addresses. Special
 * characters of RFC 5322 are refused, because such characters could inject a header or a second recipient.
 */
export const EMAIL_ADDRESS =
  /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:".]+(?:\.[^\s\p{C}@<>()[\]\\,;:".]+)+$/u;
