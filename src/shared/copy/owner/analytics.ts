/** Charts and the export of the history, in the page's language. */
import { analyticsCopy as english } from '../en/owner/analytics.ts';
import { inPageLanguage } from '../page-language.ts';

export const analyticsCopy = inPageLanguage('analyticsCopy', english);
