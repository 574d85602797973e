import { product } from '../product.ts';

/** The document title of a page. A page without its own title has the product's name as its title. */
export function pageTitle(title: string): string {
  return title === '' ? product.name : `${title} · ${product.name}`;
}
