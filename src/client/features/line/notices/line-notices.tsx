import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { clockLocale, pageLocale } from '../../../../shared/copy/page-language.ts';
import { clockTime } from '../../../lib/format.ts';
import { StatusLines } from '../../../member-area/locations/status-lines.tsx';
import { IfMay } from '../../../member-area/may.tsx';
import { WarningStrip } from '../../../member-area/plan/warning-strip.tsx';
import type { TrialState } from '../../../member-area/plan/plan-state.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Banner } from '../../../ui/status/banner.tsx';
import type { Switch } from '../desk/use-line-controls.ts';
import { CreditNotices } from './credit-notices.tsx';

const { texts, tools } = ownerCopy;

type Props = {
  /** The chosen location. Undefined if its data is not current. */
  location: LocationView | undefined;
  trial: TrialState;
  mayBeOld: boolean;
  paused: Switch;
  now: number;
};

/**
 * Facts that staff must know now, as lines under the bar. Each line says what the fact means for staff and, if
 * possible, what staff can do.
 */
export function LineNotices({ location, trial, mayBeOld, paused, now }: Props) {
  return (
    <>
      <StatusLines look="strip" locations={location ? [location] : []} mayBeOld={mayBeOld} tellsTexts />
      <TextsNotice location={location} />
      <StoppedNotice location={location} now={now} />
      <WarningStrip trial={trial} location={location} />
      <CreditNotices location={location} trial={trial} now={now} />
      {paused.on && (
        <Banner
          look="strip"
          tone="warning"
          icon="pause"
          title={deskCopy.paused}
          action={
            <IfMay call="PATCH /auth/locations/:id">
              <Button tone="quiet" onClick={() => paused.set(false)}>
                {tools.resume}
              </Button>
            </IfMay>
          }
        >
          {tools.pausedNote}
        </Banner>
      )}
    </>
  );
}

/** Warns that no texts of this location are sent, with advice for the owner. Renders nothing while texts are sent. */
function TextsNotice({ location }: { location: LocationView | undefined }) {
  const held = location?.texts?.held;
  if (location === undefined || held === undefined) return null;
  const since = clockTime(Date.parse(held.since), location.timezone, clockLocale);
  return (
    // The notice has the role of an alert, because it is urgent and appears while staff work.
    <div role="alert">
      <Banner look="strip" tone="bad" icon="warning" title={texts.heldTitle}>
        {texts.heldSince(since)} {texts.heldBody[held.reason]} {texts.heldHint}
      </Banner>
    </div>
  );
}

const regions = new Intl.DisplayNames(pageLocale, { type: 'region' });

/** For each hourly budget, the page on which the owner can raise the budget or ask for a higher budget. */
const lifts = {
  unproven_hour: { to: '/business/account', words: texts.proveNumber },
  hour_limit: { to: '/payments', words: texts.choosePlan },
  account_hour: { to: '/feedback', words: texts.writeToUs },
  country_hour: { to: '/feedback', words: texts.writeToUs },
} as const;

/**
 * Warns that an hourly budget has stopped texts: says which budget, until when, and how to raise it. The warning
 * disappears when the hour ends.
 */
function StoppedNotice({ location, now }: { location: LocationView | undefined; now: number }) {
  const stopped = location?.texts?.stopped;
  if (location === undefined || stopped === undefined || now >= Date.parse(stopped.until)) return null;
  const { to, words } = lifts[stopped.budget];
  const country = stopped.country === undefined ? '' : (regions.of(stopped.country) ?? stopped.country);
  return (
    <div role="alert">
      <Banner
        look="strip"
        tone="bad"
        icon="warning"
        title={texts.stoppedTitle(clockTime(Date.parse(stopped.until), location.timezone, clockLocale))}
        action={
          <IfMay call="POST /auth/purchase-plan">
            <a href={to}>{words}</a>
          </IfMay>
        }
      >
        {texts.stopped[stopped.budget](country)} {texts.stoppedHint}
      </Banner>
    </div>
  );
}
