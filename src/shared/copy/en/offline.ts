/** The page that stands in where no server can be reached (`docs/decisions/0059-pages-of-trouble.md`). */
import { product } from '../../product.ts';

export const offlineCopy = {
  title: 'No connection',
  body: `This device is offline, or ${product.name} cannot be reached just now. Everybody in line keeps their place. We keep trying, and the page comes back by itself.`,
  ways: [{ label: 'Try again', href: '' }],
};
