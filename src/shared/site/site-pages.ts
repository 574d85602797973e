/** Title and description of each public page, for search engines and link previews. */
import { accountCopy } from '../copy/en/account.ts';
import { demoCopy } from '../copy/en/site/demo.ts';
import { formsCopy } from '../copy/en/forms.ts';
import { helpCopy } from '../copy/en/site/help.ts';
import { policy } from '../copy/en/site/policy.ts';
import { siteCopy } from '../copy/en/site.ts';
import { terms } from '../copy/en/site/terms.ts';
import { TRIAL_DAYS } from '../limits.ts';
import { product } from '../product.ts';

export type PageHead = {
  /** The argument of `pageTitle` (`site/page-title.ts`). */
  title: string;
  description: string;
};

const { name } = product;

/** Pages that the server renders completely, without an app in the browser (`entries/site-pages.tsx`). */
export const serverRenderedPages = {
  '/': {
    title: siteCopy.hero,
    description: `${siteCopy.heroBody} Setup in 2 minutes, any phone, no app. ${siteCopy.trialNote(TRIAL_DAYS)}`,
  },
  '/demo': {
    title: demoCopy.title,
    description: demoCopy.intro,
  },
  '/help': {
    title: helpCopy.title,
    description: `Answers for owners: SMS notifications, pausing and reordering the queue, locations, and how guests join ${name} without an app.`,
  },
  '/policy': {
    title: policy.title,
    description: `What ${name} keeps of guests and owners, for how long, who else sees it, and how to have it erased.`,
  },
  '/terms': {
    title: terms.title,
    description: `The terms for using ${name}: accounts, free trial, plans and credits, billing, cancelling and liability.`,
  },
} as const satisfies Record<string, PageHead>;

export type ServerRenderedPath = keyof typeof serverRenderedPages;

/**
 * Public pages with a form. The server renders these pages (`entries/site-on-server.tsx`). In the browser, the app then
 * takes over the rendered page (`entries/app.tsx`).
 */
export const formPages = {
  '/login': { title: accountCopy.logIn.submit, description: `Log in to your queue at ${name}.` },
  '/signup': {
    title: accountCopy.signUp.title,
    description: `Make an account and have the QR code for your door in a minute. ${siteCopy.trialNote(TRIAL_DAYS)}`,
  },
  '/forgot': {
    title: accountCopy.forgot.title,
    description: `Ask for a link to choose a new password for your account at ${name}.`,
  },
  '/feedback': {
    title: formsCopy.feedback.title,
    description: `Tell the people who build ${name} what is broken, awkward or missing.`,
  },
  '/sales': {
    title: formsCopy.sales.title,
    description: `A custom plan of ${name}: your own number of locations, SMS and customer credits.`,
  },
} as const satisfies Record<string, PageHead>;

export type FormPath = keyof typeof formPages;

export function isServerRenderedPath(path: string): path is ServerRenderedPath {
  return Object.hasOwn(serverRenderedPages, path);
}

export function isFormPath(path: string): path is FormPath {
  return Object.hasOwn(formPages, path);
}
