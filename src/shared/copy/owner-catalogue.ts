/**
 * The types of the owner's sentences. The English files define the types, so a sentence that another language lacks is
 * a type error.
 */
import type { accountCopy } from './en/account.ts';
import type * as durations from './en/durations.ts';
import type { joinErrors } from './en/join-errors.ts';
import type * as labels from './en/labels.ts';
import type { actionCopy, actionMenu } from './en/owner/actions.ts';
import type { activityCopy } from './en/owner/activity.ts';
import type { analyticsCopy } from './en/owner/analytics.ts';
import type { billingCopy } from './en/owner/billing.ts';
import type { deskCopy } from './en/owner/desk.ts';
import type { devicesCopy } from './en/owner/devices.ts';
import type { lineCopy } from './en/owner/line.ts';
import type { overviewCopy } from './en/owner/overview.ts';
import type { ownerCopy } from './en/owner/owner.ts';
import type { securityCopy } from './en/owner/security.ts';
import type { settingGroups, settingsCopy, settingWords } from './en/owner/settings.ts';
import type { teamCopy } from './en/owner/team.ts';
import type { operatorRefusals, RefusalCode } from './en/refusals.ts';
import type { siteCopy } from './en/site.ts';

/** The sentences of the owner's pages, by the name of their export in `copy/en/`. */
export type OwnerCatalogue = {
  accountCopy: typeof accountCopy;
  actionCopy: typeof actionCopy;
  actionMenu: typeof actionMenu;
  activityCopy: typeof activityCopy;
  analyticsCopy: typeof analyticsCopy;
  billingCopy: typeof billingCopy;
  deskCopy: typeof deskCopy;
  devicesCopy: typeof devicesCopy;
  durations: Pick<typeof durations, keyof typeof durations>;
  joinErrors: typeof joinErrors;
  labels: { joining: typeof labels.joining; showTyped: string; toastWords: typeof labels.toastWords };
  lineCopy: typeof lineCopy;
  overviewCopy: typeof overviewCopy;
  ownerCopy: typeof ownerCopy;
  securityCopy: typeof securityCopy;
  settingGroups: typeof settingGroups;
  settingsCopy: typeof settingsCopy;
  settingWords: typeof settingWords;
  siteCopy: typeof siteCopy;
  teamCopy: typeof teamCopy;
};

/** The sentences of the refusals that an owner's page can show. */
export type OwnerRefusals = Record<Exclude<RefusalCode, (typeof operatorRefusals)[number]>, string>;
