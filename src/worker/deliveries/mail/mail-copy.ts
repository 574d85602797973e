/**
 * The sentences of mails in a person's language. English is always loaded; another language is loaded when a mail needs
 * the language.
 */
import { mailCopy as english, type MailCopy } from '../../../shared/copy/en/owner/mails.ts';
import type { Language } from '../../../shared/languages.ts';
import { ownerLanguageOf } from '../../../shared/owner-languages.ts';

const others: Record<Exclude<Language, 'en'>, () => Promise<{ mailCopy: MailCopy }>> = {
  id: () => import('../../../shared/copy/id/owner/mails.ts'),
  es: () => import('../../../shared/copy/es/owner/mails.ts'),
  ar: () => import('../../../shared/copy/ar/owner/mails.ts'),
};

/** `chosen`: the language that the person chose; null if the person chose no language. */
export async function mailCopyFor(chosen: Language | null): Promise<MailCopy> {
  const language = ownerLanguageOf(chosen);
  if (language === 'en') return english;
  const { mailCopy } = await others[language]();
  return mailCopy;
}
