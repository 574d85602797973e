/** Name, contact and legal facts of the product. All pages, texts and mails read these facts from this file. */
import { PRODUCT_NAME } from './product-name.ts';

type Operator = { supportEmail: string; legalEntity: string };

/**
 * SUPPORT_EMAIL and LEGAL_ENTITY of `wrangler.toml`. The build defines this constant (`vite.config.ts`). In tests and
 * commands the constant is not defined.
 */
declare const OPERATOR: Operator;

const operator: Operator =
  typeof OPERATOR === 'undefined'
    ? { supportEmail: 'support@holdline.example', legalEntity: 'Holdline' }
    : OPERATOR;

export const product = {
  name: PRODUCT_NAME,
  supportEmail: operator.supportEmail,
  legalEntity: operator.legalEntity,
  governingLaw: 'Indonesian law',
  courts: 'Jakarta',
  copyrightYear: 2025,
} as const;
