/** Head of a public page, for search engines and link previews. */
import { pageTitle } from '../../shared/site/page-title.ts';
import { product } from '../../shared/product.ts';
import type { PageHead } from '../../shared/site/site-pages.ts';

type Head = PageHead & {
  /** The canonical URL, without a query. */
  url: string;
  /** The origin of the preview image. */
  origin: string;
  /** Structured data (schema.org). */
  about?: object | undefined;
};

/** The preview image, of 1200 by 630 pixels, as link previews require. `npm run icons` makes the image. */
const PICTURE = '/share.png';

/** Completes the head of a public page. The template contains title and description already. */
export function addHead(rewriter: HTMLRewriter, head: Head): HTMLRewriter {
  const title = pageTitle(head.title);
  return addDescription(rewriter.on('title', { element: (element) => void element.setInnerContent(title) }), {
    ...head,
    title,
  });
}

/** Completes the head except for the tab's title. `head.title` is already the complete title. */
export function addDescription(rewriter: HTMLRewriter, head: Head): HTMLRewriter {
  const { url, origin, title, description, about } = head;
  return rewriter
    .on('meta[name="description"]', {
      element: (element) => void element.setAttribute('content', description),
    })
    .on('head', {
      element(element) {
        const tags = [
          tag('link', { rel: 'canonical', href: url }),
          tag('meta', { property: 'og:type', content: 'website' }),
          tag('meta', { property: 'og:site_name', content: product.name }),
          tag('meta', { property: 'og:title', content: title }),
          tag('meta', { property: 'og:description', content: description }),
          tag('meta', { property: 'og:url', content: url }),
          tag('meta', { property: 'og:image', content: origin + PICTURE }),
          tag('meta', { property: 'og:image:width', content: '1200' }),
          tag('meta', { property: 'og:image:height', content: '630' }),
          tag('meta', { property: 'og:image:alt', content: PICTURE_WORDS }),
          tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
        ];
        if (about !== undefined) tags.push(data(about));
        element.append(tags.join(''), { html: true });
      },
    });
}

const PICTURE_WORDS = `${product.name}: a line runs from a phone showing place number 3 to a lit doorway`;

function tag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join('')}>`;
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Escapes '<', which occurs only in strings of JSON, so that the data cannot end the element. */
function data(about: object): string {
  return `<script type="application/ld+json">${JSON.stringify(about).replaceAll('<', '\\u003c')}</script>`;
}
