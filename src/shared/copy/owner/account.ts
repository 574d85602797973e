/** The log-in and sign-up pages, in the page's language. */
import { accountCopy as english } from '../en/account.ts';
import { inPageLanguage } from '../page-language.ts';

export const accountCopy = inPageLanguage('accountCopy', english);
