/** Name, contact and legal facts of the product. Pages, texts and mails take them only from here. */
export const product = {
  name: 'Holdline',
  supportEmail: 'support@holdline.example',
  legalEntity: 'Holdline',
  governingLaw: 'Indonesian law',
  courts: 'Jakarta',
  copyrightYear: 2025,
} as const;
