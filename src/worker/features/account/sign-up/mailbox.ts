/** These providers deliver what is addressed with dots, and to either domain, to one mailbox. */
const DOTLESS_DOMAINS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * What stands for the mailbox that an address leads to, however it is spelled: without regard to case, to a tag behind a
 * plus sign, and to dots where the provider ignores them. Nobody is written to by it: it only tells mailboxes apart.
 */
export function mailboxOf(email: string): string {
  const lower = email.toLowerCase();
  const at = lower.lastIndexOf('@');
  const [typed, domain] = [lower.slice(0, at), lower.slice(at + 1)];
  const plus = typed.indexOf('+');
  const name = plus > 0 ? typed.slice(0, plus) : typed;
  return DOTLESS_DOMAINS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
