/**
 * Sentences in English that only the Worker writes into guest pages. These sentences are not in the page's catalogue,
 * whose size is limited.
 */
import { product } from '../../product.ts';
import type { TextObstacle } from '../../visit-values.ts';

/**
 * `broken`: an internal error; `away`: a part of the service that the page needs does not answer; `maintenance`: the
 * service is closed for maintenance.
 */
export type PageError = 'broken' | 'away' | 'maintenance';

export type PageCopy = {
  /** The page's description for search engines and link previews. */
  description: string;
  /** The reasons why we cannot send texts to the number that a guest types before joining. */
  textObstacles: Record<TextObstacle, string>;
  /** Shown if the browser has a visit and opens the link of another visit. */
  otherVisit: { title: string; body: string; keep: string; show: string };
  /** The error page. */
  errors: Record<PageError, { title: string; body: string }> & {
    again: string;
    /** The label of the request id. People can name this id when they write to us. */
    reference: string;
  };
};

const { name, supportEmail } = product;

export const pageCopy: PageCopy = {
  description: 'Join the queue from your phone and wait where you like.',
  textObstacles: {
    landline: 'This is a landline, and gets no texts. Please keep this page open.',
    unknown: 'We can’t send a text to this number. Please keep this page open.',
    country: 'We don’t text numbers of this country. Please keep this page open.',
  },
  otherVisit: {
    title: 'You have a place in this line already',
    body: 'This link shows another place. This browser shows one at a time; both stay in line. After you show the other place, you can return to yours only by the link in a text to you. Without a number you cannot return.',
    keep: 'Keep showing mine',
    show: 'Show the other one',
  },
  errors: {
    broken: {
      title: 'Something went wrong on our side',
      body: `Nobody has lost their place in line. Please try again; if this page comes back, write to ${supportEmail}.`,
    },
    away: {
      title: 'This page needs a moment',
      body: `A part of ${name} cannot be reached right now. Nobody has lost their place in line. Please try again in a few seconds.`,
    },
    maintenance: {
      title: 'We will be right back',
      body: `${name} is closed for a few minutes while we work on it. Everybody in line keeps their place. Please try again in five minutes; in a hurry, ask the staff.`,
    },
    again: 'Try again',
    reference: 'Reference',
  },
};

/**
 * The offline page, shown when no server can be reached (`docs/decisions/0059-error-pages.md`). The page exists only in
 * English.
 */
export const offlineCopy = {
  title: 'No connection',
  body: `This device is offline, or ${product.name} cannot be reached right now. Everybody in line keeps their place. We keep trying, and the page comes back by itself.`,
  ways: [{ label: 'Try again', href: '' }],
};
