/** Who offers the product. No page, text or mail spells these out for itself. */
export const product = {
  name: 'Holdline',
  supportEmail: 'support@holdline.example',
  legalEntity: 'Holdline',
  governingLaw: 'Indonesian law',
  courts: 'Jakarta',
  copyrightYear: 2025,
} as const;
