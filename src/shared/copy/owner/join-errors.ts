/** Error messages about a party, in the page's language. */
import { joinErrors as english } from '../en/join-errors.ts';
import { inPageLanguage } from '../page-language.ts';

export const joinErrors = inPageLanguage('joinErrors', english);
