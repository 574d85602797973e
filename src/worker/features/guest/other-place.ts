/**
 * A text's link in a browser that shows another place in line already: a friend's, most likely. To open it takes the own one
 * away, which nothing but a text's link brings back. So it is asked first.
 */
import type { Context } from 'hono';
import { pageCatalogues } from '../../../shared/copy/guest-pages.ts';
import type { StatusAnswer } from '../../../shared/contracts/guest.ts';
import { isOver } from '../../../shared/visit-over.ts';
import type { AppContext } from '../../http/context.ts';
import { LINK_PARAMETER } from '../../location/stubs.ts';
import { staticResponse } from '../../pages/static-page.ts';
import { pageLanguage } from '../../pages/page-language.ts';

/** Beside the code of a link: it is to be opened instead of the own place. */
export const INSTEAD_PARAMETER = 'instead';

/**
 * What a link is answered with that is not to be opened; null where it may be.
 * @param own the visit that the browser follows: undefined where its location does not answer, so that it may be there
 */
export async function keepOwnPlace(
  c: Context<AppContext>,
  own: StatusAnswer | null | undefined,
  opened: StatusAnswer,
): Promise<Response | null> {
  if (own === null || (own && (isOver(own) || own.customer.id === opened.customer.id))) return null;
  const { pathname, searchParams } = new URL(c.req.url);
  const others = new URLSearchParams(searchParams);
  others.delete(LINK_PARAMETER);
  others.delete(INSTEAD_PARAMETER);
  const ownPage = pathWith(pathname, others);
  // There is nothing left to show: the link of the guest's own earlier visit, most likely.
  if (isOver(opened)) return c.redirect(ownPage, 302);
  if (isChosen(c)) return null;
  searchParams.set(INSTEAD_PARAMETER, '');
  return otherPlacePage(c, { ownPage, otherPage: pathWith(pathname, searchParams) });
}

/** By the question's own button. Who sends a link cannot answer for who opens it. */
function isChosen(c: Context<AppContext>): boolean {
  const from = c.req.header('Sec-Fetch-Site');
  return c.req.query(INSTEAD_PARAMETER) !== undefined && (from === undefined || from === 'same-origin');
}

export function otherPlacePage(
  c: Context<AppContext>,
  { ownPage, otherPage }: { ownPage: string; otherPage: string },
): Promise<Response> {
  const language = pageLanguage(c);
  const { title, body, keep, show } = pageCatalogues[language].otherPlace;
  const ways = [
    { label: keep, href: ownPage },
    { label: show, href: otherPage },
  ];
  return staticResponse({ language, title, body, ways, isOpen: true }, 200);
}

function pathWith(pathname: string, search: URLSearchParams): string {
  return search.size === 0 ? pathname : `${pathname}?${search.toString()}`;
}
