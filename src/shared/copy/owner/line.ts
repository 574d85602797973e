/** The inside of the line pane, in the page's language. */
import { lineCopy as english } from '../en/owner/line.ts';
import { inPageLanguage } from '../page-language.ts';

export const lineCopy = inPageLanguage('lineCopy', english);
