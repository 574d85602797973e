/** The dashboard and shared words of the owner's pages, in the page's language. */
import { ownerCopy as english } from '../en/owner/owner.ts';
import { inPageLanguage } from '../page-language.ts';

export const ownerCopy = inPageLanguage('ownerCopy', english);
