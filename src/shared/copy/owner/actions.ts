/** Actions of staff on a visit, in the page's language. */
import * as english from '../en/owner/actions.ts';
import { inPageLanguage } from '../page-language.ts';

export const actionCopy = inPageLanguage('actionCopy', english.actionCopy);
export const actionMenu = inPageLanguage('actionMenu', english.actionMenu);

export type { ActionWords } from '../en/owner/actions.ts';
