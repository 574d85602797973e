import { product } from '../product.ts';

/** The tab's title of a page; without a name of its own the page is the product's. */
export function pageTitle(title: string): string {
  return title === '' ? product.name : `${title} · ${product.name}`;
}
