/** The list of activity, in the page's language. */
import { activityCopy as english } from '../en/owner/activity.ts';
import { inPageLanguage } from '../page-language.ts';

export const activityCopy = inPageLanguage('activityCopy', english);
