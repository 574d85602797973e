/** Structured data of public pages for search engines (schema.org). */
import { demoCopy } from '../../../shared/copy/en/site/demo.ts';
import { helpCopy } from '../../../shared/copy/en/site/help.ts';
import { siteCopy } from '../../../shared/copy/en/site.ts';
import { demoFilm } from '../../../shared/site/demo-film.ts';
import { wordsAndLinks } from '../../../shared/site/legal-text.ts';
import { billingIntervals, planKeyOf, planNames, plans } from '../../../shared/plans.ts';
import { product } from '../../../shared/product.ts';
import type { ServerRenderedPath } from '../../../shared/site/site-pages.ts';

/** Maps a source file to the URL of its built file. */
type AddressOf = (source: string) => Promise<string>;

/** The structured data of a page; undefined if the page has none. */
export async function factsOf(
  path: ServerRenderedPath,
  origin: string,
  addressOf: AddressOf,
): Promise<object | undefined> {
  if (path === '/') return software(origin);
  if (path === '/demo') return film(origin, addressOf);
  if (path === '/help') return questions();
  return undefined;
}

async function film(origin: string, addressOf: AddressOf): Promise<object> {
  const [poster, content] = await Promise.all([
    addressOf('src/client/film/demo-poster.webp'),
    addressOf('src/client/film/demo.mp4'),
  ]);
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: `${product.name}: ${demoCopy.title}`,
    description: demoCopy.intro,
    thumbnailUrl: origin + poster,
    contentUrl: origin + content,
    uploadDate: `${demoFilm.recordedOn}T00:00:00Z`,
    duration: `PT${demoFilm.lengthSeconds}S`,
    width: demoFilm.widthPx,
    height: demoFilm.heightPx,
    transcript: demoCopy.chapters.map(({ title, body }) => `${title}. ${body}`).join(' '),
  };
}

function software(origin: string): object {
  const offers = planNames.flatMap((plan) =>
    billingIntervals.map((interval) => ({
      '@type': 'Offer',
      name: planKeyOf(plan, interval),
      price: plans[plan].priceUsd[interval],
      priceCurrency: 'USD',
      url: `${origin}/#pricing`,
    })),
  );
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: product.name,
    description: siteCopy.heroBody,
    url: `${origin}/`,
    image: `${origin}/share.png`,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any, in a browser',
    offers,
  };
}

function questions(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: helpCopy.questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plain(answer.join(' ')) },
    })),
  };
}

function plain(words: string): string {
  return wordsAndLinks(words)
    .map((part) => part.words)
    .join('');
}
