/**
 * Domains of a mail provider that ignores the dots in the name before the `@`, so that a name with dots and the same
 * name without dots lead to one mailbox.
 */
const DOTLESS_DOMAINS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * Canonical form of an address, to recognise a mailbox: ignores case, a tag after `+`, and dots if the provider ignores
 * dots. No mail is sent to the canonical form.
 */
export function mailboxOf(email: string): string {
  const lower = email.toLowerCase();
  const at = lower.lastIndexOf('@');
  const [typed, domain] = [lower.slice(0, at), lower.slice(at + 1)];
  const plus = typed.indexOf('+');
  const name = plus > 0 ? typed.slice(0, plus) : typed;
  return DOTLESS_DOMAINS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
