/**
 * The owner's sentences in Spanish. `Partial`: it has not every sentence yet, and is not offered (`ownerLanguages`). A
 * whole catalogue is `satisfies OwnerCatalogue`, and its refusals are `satisfies OwnerRefusals`.
 */
import type { OwnerCatalogue, OwnerRefusals } from '../owner-catalogue.ts';
import { actionCopy, actionMenu } from './owner/actions.ts';
import { deskCopy } from './owner/desk.ts';
import { overviewCopy } from './owner/overview.ts';
import { refusalSentences } from './refusals.ts';

export const ownerCatalogue = {
  actionCopy,
  actionMenu,
  deskCopy,
  overviewCopy,
} satisfies Partial<OwnerCatalogue>;

export const ownerRefusals = refusalSentences satisfies Partial<OwnerRefusals>;
