/** The team, in the page's language. */
import { teamCopy as english } from '../en/owner/team.ts';
import { inPageLanguage } from '../page-language.ts';

export const teamCopy = inPageLanguage('teamCopy', english);
