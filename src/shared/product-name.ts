/** The product's name. A separate file from the legal facts (`product.ts`), which the guest's page does not show. */
export const PRODUCT_NAME = 'Holdline';
