/** Words of the dashboard, and words that the owner's pages share, in the page's language. */
import { ownerCopy as english } from '../en/owner/owner.ts';
import { inPageLanguage } from '../page-language.ts';

export const ownerCopy = inPageLanguage('ownerCopy', english);
