/** "Account & security" and the pages of mailed links, in the page's language. */
import { securityCopy as english } from '../en/owner/security.ts';
import { inPageLanguage } from '../page-language.ts';

export const securityCopy = inPageLanguage('securityCopy', english);
