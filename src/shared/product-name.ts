/**
 * The product's name. The legal facts are in another file (`product.ts`), because the guest's page does not need them.
 */
export const PRODUCT_NAME = 'Holdline';
