/** Labels of the owner's pages and of the public pages, in the page's language. */
import * as english from '../en/labels.ts';
import { inPageLanguage } from '../page-language.ts';

export const { showTyped, toastWords } = inPageLanguage('labels', english);
