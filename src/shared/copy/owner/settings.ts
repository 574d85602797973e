/** The settings, in the page's language. */
import * as english from '../en/owner/settings.ts';
import { inPageLanguage } from '../page-language.ts';

export const settingsCopy = inPageLanguage('settingsCopy', english.settingsCopy);
export const settingGroups = inPageLanguage('settingGroups', english.settingGroups);
export const settingWords = inPageLanguage('settingWords', english.settingWords);
