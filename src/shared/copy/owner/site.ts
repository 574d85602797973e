/** Words of the frame around the log-in pages, and of the error pages, in the page's language. */
import { siteCopy as english } from '../en/site.ts';
import { inPageLanguage } from '../page-language.ts';

export const siteCopy = inPageLanguage('siteCopy', english);
