import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { deskCopy } from '../../../shared/copy/en/desk.ts';
import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { clockTime } from '../../lib/format.ts';
import { StatusLines } from '../../owner-area/locations/status-lines.tsx';
import { useOwner } from '../../owner-area/owner-context.ts';
import { PaymentBanner } from '../../owner-area/plan/payment-banner.tsx';
import { TrialBanner, WarningStrip } from '../../owner-area/plan/plan-banners.tsx';
import type { TrialState } from '../../owner-area/plan/plan-state.ts';
import { isNearGuestLimit, UnverifiedNote } from '../../owner-area/unverified-note.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Banner } from '../../ui/status/banner.tsx';
import type { Switch } from '../line/desk/use-line-controls.ts';
import { CreditNotices } from './credit-notices.tsx';

const { texts, tools, planBanners } = ownerCopy;

type Props = {
  /** The chosen location, only while its data is current. */
  location: LocationView | undefined;
  trial: TrialState;
  mayBeOld: boolean;
  paused: Switch;
  now: number;
};

/** What staff must know now, as lines under the bar: each with its consequence, and with its remedy if there is one. */
export function Notices({ location, trial, mayBeOld, paused, now }: Props) {
  const { user } = useOwner();
  return (
    <>
      <StatusLines look="strip" locations={location ? [location] : []} mayBeOld={mayBeOld} tellsTexts />
      <TextsNotice location={location} />
      <PaymentBanner look="strip" now={now} />
      <WarningStrip trial={trial} location={location} />
      <CreditNotices location={location} trial={trial} now={now} />
      {trial.kind === 'active' && isLastDay(trial) && (
        <TrialBanner look="strip">{planBanners.trialLeft(trial.leftMs)}</TrialBanner>
      )}
      {isNearGuestLimit(user) && <UnverifiedNote />}
      {paused.on && (
        <Banner
          look="strip"
          tone="warning"
          icon="pause"
          title={deskCopy.paused}
          action={
            <Button tone="quiet" onClick={() => paused.set(false)}>
              {tools.resume}
            </Button>
          }
        >
          {tools.pausedNote}
        </Banner>
      )}
    </>
  );
}

const DAY_MS = 24 * 60 * 60_000;

/** On the last day the trial's end changes something today, so its banner is under the bar instead of in Today. */
export function isLastDay({ leftMs }: { leftMs: number }): boolean {
  return leftMs < DAY_MS;
}

/** Warning that no texts of this location are sent, with advice for the owner. Renders nothing while texts are sent. */
function TextsNotice({ location }: { location: LocationView | undefined }) {
  const held = location?.texts?.held;
  if (location === undefined || held === undefined) return null;
  const since = clockTime(Date.parse(held.since), location.timezone, 'en');
  return (
    // An alert, because it appears while the owner works and is urgent.
    <div role="alert">
      <Banner look="strip" tone="bad" icon="warning" title={texts.heldTitle}>
        {texts.heldSince(since)} {texts.heldBody[held.reason]} {texts.heldHint}
      </Banner>
    </div>
  );
}
