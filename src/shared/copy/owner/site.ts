/** The frame of the log-in pages, and the page of an error, in the page's language. */
import { siteCopy as english } from '../en/site.ts';
import { inPageLanguage } from '../page-language.ts';

export const siteCopy = inPageLanguage('siteCopy', english);
