/** Durations in words of the page's language. */
import * as english from '../en/durations.ts';
import { inPageLanguage } from '../page-language.ts';

export const { lengthInWords, relativeTime, shortTime } = inPageLanguage('durations', english);
