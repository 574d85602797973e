/** The desk: bar, tabs, panes and notices around a line, in the page's language. */
import { deskCopy as english } from '../en/owner/desk.ts';
import { inPageLanguage } from '../page-language.ts';

export const deskCopy = inPageLanguage('deskCopy', english);
