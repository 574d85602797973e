/** The overview of all locations, in the page's language. */
import { overviewCopy as english } from '../en/owner/overview.ts';
import { inPageLanguage } from '../page-language.ts';

export const overviewCopy = inPageLanguage('overviewCopy', english);
