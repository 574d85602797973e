/** The owner's sentences in Arabic. */
import type { OwnerCatalogue, OwnerRefusals } from '../owner-catalogue.ts';
import { accountCopy } from './account.ts';
import { countdownInWords, lengthInWords, relativeTime, shortTime } from './durations.ts';
import { joinErrors } from './join-errors.ts';
import { joining, showTyped, toastWords } from './labels.ts';
import { actionCopy, actionMenu } from './owner/actions.ts';
import { activityCopy } from './owner/activity.ts';
import { analyticsCopy } from './owner/analytics.ts';
import { billingCopy } from './owner/billing.ts';
import { deskCopy } from './owner/desk.ts';
import { devicesCopy } from './owner/devices.ts';
import { lineCopy } from './owner/line.ts';
import { overviewCopy } from './owner/overview.ts';
import { ownerCopy } from './owner/owner.ts';
import { refusalSentences } from './owner/refusals.ts';
import { securityCopy } from './owner/security.ts';
import { settingGroups, settingsCopy, settingWords } from './owner/settings.ts';
import { teamCopy } from './owner/team.ts';
import { siteCopy } from './site.ts';

export const ownerCatalogue = {
  accountCopy,
  actionCopy,
  actionMenu,
  activityCopy,
  analyticsCopy,
  billingCopy,
  deskCopy,
  devicesCopy,
  durations: { countdownInWords, lengthInWords, relativeTime, shortTime },
  joinErrors,
  labels: { joining, showTyped, toastWords },
  lineCopy,
  overviewCopy,
  ownerCopy,
  securityCopy,
  settingGroups,
  settingsCopy,
  settingWords,
  siteCopy,
  teamCopy,
} satisfies OwnerCatalogue;

export const ownerRefusals = refusalSentences satisfies OwnerRefusals;
