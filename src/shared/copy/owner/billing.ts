/** The billing pages, in the page's language. */
import { billingCopy as english } from '../en/owner/billing.ts';
import { inPageLanguage } from '../page-language.ts';

export const billingCopy = inPageLanguage('billingCopy', english);
