/** The product's name. Apart from its legal facts (`product.ts`), which the guest's page does not show. */
export const PRODUCT_NAME = 'Holdline';
