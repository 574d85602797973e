/** The messages between the guest's page and its service worker. */
import type { GuestPageBoot } from './guest.ts';
import type { Language } from '../languages.ts';

type Visit = NonNullable<GuestPageBoot['visit']>;

/** `path`: the page's, such as `/queue/blue-door`. */
export type PageMessage =
  /** The visit as the server told it last, and the language the page speaks. */
  | { kind: 'visit'; path: string; language: Language; visit: Visit }
  /** The visit has ended: everything cached of it is removed. */
  | { kind: 'over'; path: string };

/** The visit of a cached page, and when it was sent, in epoch milliseconds of the device. */
export type CachedVisit = { at: number; visit: Visit };
