/**
 * Asks the guest before the link in a text message replaces the visit that this browser follows. The link may be for
 * the visit of a friend. If the link replaced the guest's own visit, only the guest's own link would bring this visit
 * back.
 */
import type { Context } from 'hono';
import { pageCatalogues } from '../../../shared/copy/worker-page-catalogues.ts';
import type { StatusAnswer } from '../../../shared/contracts/guest.ts';
import { isOver } from '../../../shared/visit-values.ts';
import type { AppContext } from '../../http/context.ts';
import { LINK_PARAMETER } from '../../location/stubs.ts';
import { staticResponse } from '../../pages/static-page.ts';
import { pageLanguage } from '../../pages/page-language.ts';

/** Query parameter by which the guest confirms that the link may replace the visit. */
export const INSTEAD_PARAMETER = 'instead';

/**
 * The response to a link that must not open the visit directly; null if the link may open the visit.
 * @param own the visit that the browser follows; undefined if the visit's location does not answer
 */
export async function askBeforeOtherVisit(
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
  // A linked visit that is over is probably an earlier visit of this guest.
  if (isOver(opened)) return c.redirect(ownPage, 302);
  if (isChosen(c)) return null;
  searchParams.set(INSTEAD_PARAMETER, '');
  return otherVisitPage(c, { ownPage, otherPage: pathWith(pathname, searchParams) });
}

/**
 * Whether the guest has confirmed with the button on our page. The request must come from our page, so that the sender
 * of a link cannot confirm for the guest.
 */
function isChosen(c: Context<AppContext>): boolean {
  const from = c.req.header('Sec-Fetch-Site');
  return c.req.query(INSTEAD_PARAMETER) !== undefined && (from === undefined || from === 'same-origin');
}

export function otherVisitPage(
  c: Context<AppContext>,
  { ownPage, otherPage }: { ownPage: string; otherPage: string },
): Promise<Response> {
  const language = pageLanguage(c);
  const { title, body, keep, show } = pageCatalogues[language].otherVisit;
  const ways = [
    { label: keep, href: ownPage },
    { label: show, href: otherPage },
  ];
  return staticResponse({ language, title, body, ways, isOpen: true }, 200);
}

function pathWith(pathname: string, search: URLSearchParams): string {
  return search.size === 0 ? pathname : `${pathname}?${search.toString()}`;
}
