/** What the guest's page and its service worker say to each other. */
import type { GuestPageBoot } from '../contracts/guest.ts';
import type { Language } from '../languages.ts';

type Visit = NonNullable<GuestPageBoot['visit']>;

/** `path`: the page's, such as `/queue/blue-door`. */
export type PageMessage =
  /** The visit as the server told it last, and the language the page speaks. */
  | { kind: 'visit'; path: string; language: Language; visit: Visit }
  /** There is no visit any more: nothing of it is to be kept. */
  | { kind: 'over'; path: string };

/** The visit that belongs to a kept page, and when it was told, in epoch milliseconds of the device. */
export type Told = { at: number; visit: Visit };
