/** The owner's sentences in Spanish, in the shape of `OwnerCatalogue`. */
export { accountCopy } from './account.ts';
export * as durations from './durations.ts';
export { joinErrors } from './join-errors.ts';
export * as labels from './labels.ts';
export { actionCopy, actionMenu } from './owner/actions.ts';
export { activityCopy } from './owner/activity.ts';
export { analyticsCopy } from './owner/analytics.ts';
export { billingCopy } from './owner/billing.ts';
export { deskCopy } from './owner/desk.ts';
export { devicesCopy } from './owner/devices.ts';
export { lineCopy } from './owner/line.ts';
export { overviewCopy } from './owner/overview.ts';
export { ownerCopy } from './owner/owner.ts';
export { securityCopy } from './owner/security.ts';
export { settingGroups, settingsCopy, settingWords } from './owner/settings.ts';
export { teamCopy } from './owner/team.ts';
export { siteCopy } from './site.ts';
