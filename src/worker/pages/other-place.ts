/**
 * A text's link in a browser that shows another place in line already: a friend's, most likely. To open it takes the own one
 * away, which nothing but a text's link brings back. So it is asked first.
 */
import type { Context } from 'hono';
import { otherPlaceCopy } from '../../shared/copy/other-place.ts';
import type { StatusAnswer } from '../../shared/guest-queue.ts';
import { isOver } from '../../shared/visit-over.ts';
import type { AppContext } from '../context.ts';
import { LINK_PARAMETER } from '../queue/locate.ts';
import { calmAnswer } from './calm-page.ts';
import { pageLanguage } from './page-language.ts';

/** Beside the code of a link: it is to be opened instead of the own place. */
export const INSTEAD_PARAMETER = 'instead';

/** Whether to open a link to a visit takes `own` away, which the browser follows: a living one, and another. */
export function takesAway(opened: StatusAnswer, own: StatusAnswer): boolean {
  return !isOver(own) && own.customer.id !== opened.customer.id;
}

/** The question, with a way to the own place and one to the link's. */
export function otherPlacePage(c: Context<AppContext>): Promise<Response> {
  const language = pageLanguage(c);
  const { title, body, keep, show } = otherPlaceCopy[language];
  const here = new URL(c.req.url);
  const kept = new URLSearchParams(here.search);
  kept.delete(LINK_PARAMETER);
  const shown = new URLSearchParams(here.search);
  shown.set(INSTEAD_PARAMETER, '');
  const ways = [
    { label: keep, href: pathWith(here, kept) },
    { label: show, href: pathWith(here, shown) },
  ];
  return calmAnswer({ language, title, body, ways }, 200);
}

function pathWith({ pathname }: URL, search: URLSearchParams): string {
  return search.size === 0 ? pathname : `${pathname}?${search.toString()}`;
}
