/** What public pages are about, for machines, in the words of schema.org. */
import { helpCopy } from '../../shared/copy/help.ts';
import { siteCopy } from '../../shared/copy/site.ts';
import { wordsAndLinks } from '../../shared/legal-text.ts';
import { billingIntervals, planKeyOf, planNames, plans } from '../../shared/plans.ts';
import { product } from '../../shared/product.ts';
import type { DrawnPath } from '../../shared/site-pages.ts';

/** What a page is about; undefined where it says nothing that a search engine would show. */
export function factsOf(path: DrawnPath, origin: string): object | undefined {
  if (path === '/') return software(origin);
  if (path === '/help') return questions();
  return undefined;
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
