/** Messages between the guest's page and its service worker. */
import type { GuestPageBoot } from './guest.ts';
import type { Language } from '../languages.ts';

type Visit = NonNullable<GuestPageBoot['visit']>;

/** `path` is the path of the guest's page, such as `/queue/blue-door`. */
export type PageMessage =
  /** The latest status of the visit from the server, and the language of the page. */
  | { kind: 'visit'; path: string; language: Language; visit: Visit }
  /** The visit has ended, or the page no longer shows the visit: the service worker removes the cached visit. */
  | { kind: 'over'; path: string };

/** The visit of a cached page. `at` is the time of caching, in epoch milliseconds of the device. */
export type CachedVisit = { at: number; visit: Visit };
