/**
 * One e-mail address, without a name: what accounts take and what mails go to, by one rule. Without the characters that
 * could end a header, begin another or name a second recipient (RFC 5322's specials): an account with such an address
 * would never get a mail.
 */
export const EMAIL_ADDRESS =
  /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:".]+(?:\.[^\s\p{C}@<>()[\]\\,;:".]+)+$/u;
