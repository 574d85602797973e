import { useState } from 'react';
import type {
  GuestLocation,
  GuestPageBoot,
  GuestReply,
  ChosenPreference,
  StatusAnswer,
  TypedForm,
} from '../../../shared/contracts/guest.ts';
import { DEFAULT_PARTY_SIZE } from '../../../shared/limits.ts';
import { ApiError } from '../../lib/api-error.ts';
import { cleanLine } from '../../../shared/typing/typed-text.ts';
import { Notice } from '../../ui/status/notice.tsx';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import { changePreference, endVisitBy, eraseGuest, join, sendReply } from './visit/calls.ts';
import { EndVisit } from './status/end-visit.tsx';
import { DetailsStep } from './join/details-step.tsx';
import { GuestFrame, LocationHead } from './guest-frame.tsx';
import { EndedStep, RestoringStep } from './transition-steps.tsx';
import type { Details } from './join/join-form.ts';
import { joinKey, completeJoin } from './join/idempotency-key.ts';
import { goTo, pagePath } from './visit/path.ts';
import { PreferenceStep } from './join/preference-step.tsx';
import { ReminderSwitch } from './status/reminder-switch.tsx';
import { toastFailure } from './failure-toast.ts';
import { useCopy } from './i18n.tsx';
import { StatusStep } from './status/status-step.tsx';
import { TurnStep } from './status/turn-step.tsx';
import { usePollLocations } from './join/use-poll-locations.ts';
import { useSyncLanguage } from './use-sync-language.ts';
import { storeDraft } from './join/draft.ts';
import { stepForward, useFocusOnNewStep, useHistoryOfSteps, titleOf, useDocumentTitle } from './use-steps.ts';
import { useVisit, type BootVisit } from './visit/use-visit.ts';
import { removalSentence } from './visit/visit-rules.ts';

type Props = {
  username: string;
  locations: GuestLocation[];
  /** The location in the page's address. */
  at: GuestPageBoot['at'];
  onLocations: (locations: GuestLocation[]) => void;
  visit: BootVisit | undefined;
  typed: TypedForm | undefined;
  numberAsked: GuestPageBoot['numberAsked'];
  /** The server's time at which the status of the visit was made, if the status comes from the cache of this device. */
  asOf: GuestPageBoot['asOf'];
  reminder: GuestPageBoot['reminder'];
};

/** `/queue/{username}`, steps 2 to 5 (`docs/spec.md` sections 2, 4 and 5). */
export function GuestFlow({
  username,
  locations,
  at,
  onLocations,
  visit: bootVisit,
  typed: sentForm,
  numberAsked,
  asOf,
  reminder,
}: Props) {
  const copy = useCopy();
  /** The form that was sent before hydration, with the server's errors; dropped at the next step. */
  const [typed, setTyped] = useState(sentForm);
  const visit = useVisit(username, bootVisit, asOf, goToStart);
  const { stage } = visit;
  const [step, setStep] = useState(typed?.step ?? 'details');
  const [details, setDetails] = useState(() => typed?.details ?? initialDetails(locations, at));
  const [preference, setPreference] = useState<ChosenPreference>(
    typed?.preference ?? { waitingPreference: 'on_premises', phoneNumber: '' },
  );
  const [joining, setJoining] = useState(false);
  const [phoneError, setPhoneError] = useState(typed?.errors['phoneNumber']);
  const chosen = locations.find((location) => location.locationId === details.locationId);
  useFocusOnNewStep(
    stage.at === 'form' ? step : stage.at === 'visit' && stage.status.admitted ? 'turn' : stage.at,
  );
  useSyncLanguage(username, stage);
  usePollLocations(username, stage.at === 'form', onLocations);
  useHistoryOfSteps({
    username,
    stage,
    onReturn: (kept) => {
      setDetails(kept.details);
      setPreference(kept.preference);
      setStep('preference');
    },
    onBack: () => setStep('details'),
  });
  useDocumentTitle(titleOf(copy, stage, chosen?.businessName ?? locations[0]?.businessName ?? ''));

  function locationIdOf({ address }: StatusAnswer): string | undefined {
    return locations.find((location) => location.address === address)?.locationId;
  }

  /** Returns the path of the page on which the guest can join again at the location of the ended visit. */
  function pageAfter(ended: StatusAnswer): string {
    return pagePath(username, locationIdOf(ended));
  }

  function goToStart(ended: StatusAnswer): void {
    const { businessName, status, customer } = ended;
    const takenOff = status === 'removed' && !customer.waitExpired;
    goTo('/queue', { businessName, path: pageAfter(ended), takenOff });
  }

  async function joinQueue(chosenPreference: ChosenPreference): Promise<void> {
    if (chosen === undefined) return setStep('details');
    const body = { ...details, ...chosenPreference };
    setJoining(true);
    setTyped(undefined);
    setPhoneError(undefined);
    try {
      const answer = await join(username, body, joinKey(body));
      completeJoin();
      setStep('details');
      visit.begin(answer, chosen);
      // A second person in the same browser gets the visit of the first person, so a toast says that a visit was
      // restored.
      const { firstName, lastName } = answer.customer;
      if (firstName !== cleanLine(body.firstName) || lastName !== cleanLine(body.lastName)) {
        toast(copy.toasts.restored);
      }
    } catch (error) {
      const failure = error instanceof ApiError ? error : new ApiError(0, '');
      completeJoin(failure);
      setPhoneError(failure.fieldErrors['phoneNumber']?.[0]);
      toastFailure(copy.toasts.joinFailed, failure, copy);
    } finally {
      setJoining(false);
    }
  }

  if (stage.at === 'restoring')
    return (
      <RestoringStep
        businessName={locations[0]?.businessName ?? ''}
        connection={visit.connection}
        cutOff={visit.cutOff}
      />
    );
  if (stage.at === 'ended') return <EndedStep status={stage.status} page={pageAfter(stage.status)} />;
  if (stage.at === 'given-up')
    return <EndedStep status={stage.status} page={pageAfter(stage.status)} hasGivenUp />;
  if (stage.at === 'visit') {
    const { status, token } = stage;
    const reply = async (body: GuestReply) => {
      const answer = await sendReply(username, token, body);
      visit.update(answer);
      return answer;
    };
    const erase = (
      <EndVisit
        username={username}
        form="erase"
        tone="danger"
        {...copy.erase}
        keep={copy.details.back}
        onEnd={async () => {
          try {
            await eraseGuest(username, token);
            visit.stop();
            toast(copy.toasts.erased);
            goToStart(status);
          } catch (error) {
            toastFailure(copy.toasts.eraseFailed, error, copy);
          }
        }}
      />
    );
    if (status.admitted) {
      return (
        <TurnStep
          username={username}
          status={status}
          connection={visit.connection}
          erase={erase}
          onReply={reply}
          onCannotCome={async () => {
            try {
              await endVisitBy('cannot-come', username, token, status.customer);
              dismissToasts();
              visit.giveUp();
            } catch (error) {
              toastFailure(copy.replies.failed, error, copy);
            }
          }}
          onJoinAgain={visit.removeVisit}
        />
      );
    }
    return (
      <StatusStep
        username={username}
        locationId={locationIdOf(status)}
        numberAsked={numberAsked}
        status={status}
        connection={visit.connection}
        cutOff={visit.cutOff}
        asOf={stage.asOf ?? status.serverNow}
        erase={erase}
        reminder={
          reminder && (
            <ReminderSwitch offer={reminder} username={username} token={token} visitId={status.customer.id} />
          )
        }
        onReply={reply}
        onChangePreference={async (change: ChosenPreference) => {
          visit.update(await changePreference(username, token, change));
        }}
        onLeave={async () => {
          visit.stop();
          try {
            await endVisitBy('leave', username, token, status.customer);
            toast(copy.toasts.left);
          } catch (error) {
            toastFailure(copy.toasts.leaveFailed, error, copy);
          }
          goToStart(status);
        }}
      />
    );
  }
  return (
    <GuestFrame
      head={
        <LocationHead
          businessName={locations[0]?.businessName ?? ''}
          address={step === 'preference' ? details.address : undefined}
        />
      }
    >
      {bootVisit !== undefined && (
        // With scripts, a toast shows this sentence.
        <noscript>
          {import.meta.env.SSR &&
            (bootVisit.status.removed ? removalSentence(copy, bootVisit.status) : copy.toasts.ended)}
        </noscript>
      )}
      {typed?.refusal !== undefined && (
        <Notice icon="warning" role="alert">
          {typed.refusal}
        </Notice>
      )}
      {step === 'details' ? (
        <DetailsStep
          username={username}
          initialErrors={typed?.step === 'details' ? typed.errors : {}}
          locations={locations}
          initial={details}
          onNext={(next) => {
            setDetails(next);
            setTyped(undefined);
            setStep('preference');
            storeDraft(username, { details: next, preference });
            stepForward();
          }}
        />
      ) : (
        <PreferenceStep
          username={username}
          details={details}
          idempotencyKey={typed?.key}
          businessName={(chosen ?? locations[0])?.businessName ?? ''}
          preference={preference}
          onChange={(next) => {
            setPreference(next);
            storeDraft(username, { details, preference: next });
            setPhoneError(undefined);
          }}
          smsAvailable={chosen?.smsAvailable ?? true}
          joining={joining}
          serverPhoneError={phoneError}
          onBack={() => history.back()}
          onNext={(next) => void joinQueue(next)}
        />
      )}
    </GuestFrame>
  );
}

/** Preselects the location in the page's address, or the only location; if there is neither, the guest chooses. */
function initialDetails(locations: GuestLocation[], at: string | undefined): Details {
  const only =
    locations.find(({ locationId }) => locationId === at) ??
    (locations.length === 1 ? locations[0] : undefined);
  return {
    locationId: only?.locationId ?? '',
    address: only?.address ?? '',
    firstName: '',
    lastName: '',
    numGuests: DEFAULT_PARTY_SIZE,
  };
}
