import { useId, useRef, useState, type SubmitEvent } from 'react';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { walkInRequest } from '../../../../shared/contracts/line.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { DEFAULT_PARTY_SIZE, TOLD_WAIT_STEP_MINUTES } from '../../../../shared/limits.ts';
import { roundedWait } from '../../../../shared/time/rounded-wait.ts';
import { ApiError } from '../../../lib/api.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { focusedOnOpen, Panel } from '../../../ui/panel.tsx';
import { Reach } from '../sheet/reach.tsx';
import { SizeButtons } from '../sheet/size-buttons.tsx';
import { WayButtons } from '../sheet/way-buttons.tsx';
import { readWalkIn, type ReadWalkIn } from './read-walk-in.ts';
import { useQuote } from './use-quote.ts';
import { walkInFailure, type AddWalkIn } from './use-walk-in.ts';
import { longerWait, type ToldWait, type WalkInDraft } from './walk-in-draft.ts';
import styles from './walk-in-panel.module.css';

const say = lineCopy.walkIn;

type Props = {
  location: LocationView;
  username: string;
  draft: WalkInDraft;
  onDraft: (draft: WalkInDraft) => void;
  /** The mutation that adds the party. The mutation continues after the panel is closed. */
  add: AddWalkIn;
  onClose: () => void;
};

/**
 * The panel that adds a walk-in. One field accepts name, size and phone number in any order; the buttons override the
 * field's values. Enter adds the party. Escape closes the panel and keeps the typed text.
 */
export function WalkInPanel({ location, username, draft, onDraft, add, onClose }: Props) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const failure = add.error !== null && error === undefined ? walkInFailure(add.error) : null;
  const read = readWalkIn(draft.typed);
  const numGuests = draft.size ?? read.numGuests ?? DEFAULT_PARTY_SIZE;
  const waitingPreference = draft.way ?? (read.phoneNumber === '' ? 'on_premises' : 'wait_anywhere');

  function change(about: Partial<WalkInDraft>): void {
    setError(undefined);
    if (!add.isPending) add.reset();
    onDraft({ ...draft, ...about });
  }

  function fail(message: string | undefined): void {
    setError(message);
    field.current?.focus();
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (add.isPending) return;
    const told = draft.told ?? undefined;
    const walkIn = walkInRequest.safeParse({ ...read, numGuests, waitingPreference, told });
    if (!walkIn.success) return fail(walkIn.error.issues[0]?.message);
    add.mutate(
      { walkIn: walkIn.data, draft },
      {
        onError(refusal) {
          const [message] = refusal instanceof ApiError ? Object.values(refusal.fieldErrors).flat() : [];
          if (message !== undefined) fail(message);
        },
      },
    );
  }

  return (
    <Panel
      onClose={onClose}
      closeLabel={say.close}
      title={say.title}
      foot={
        <Button type="submit" form={formId} busy={add.isPending} busyLabel={ownerCopy.walkIn.busy}>
          {say.submit(location.queue.length + 1)}
        </Button>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={handleSubmit}>
        <div className={styles.field}>
          <Field label={say.field} hint={say.hint} error={error}>
            {(control) => (
              <input
                {...control}
                ref={(element) => {
                  field.current = element;
                  focusedOnOpen(element);
                }}
                autoComplete="off"
                autoCapitalize="words"
                enterKeyHint="done"
                value={draft.typed}
                onChange={(event) => change({ typed: event.target.value })}
              />
            )}
          </Field>
        </div>
        <WhatWasRead read={read} numGuests={numGuests} />
        <div>
          <p className={styles.label} aria-hidden="true">
            {lineCopy.party.numGuests}
          </p>
          <SizeButtons size={numGuests} onChoose={(size) => change({ size })} />
        </div>
        <div>
          <p className={styles.label} aria-hidden="true">
            {lineCopy.party.way}
          </p>
          <WayButtons way={waitingPreference} onChoose={(way) => change({ way })} />
        </div>
        <Reach
          username={username}
          locationId={location.id}
          phoneNumber={waitingPreference === 'wait_anywhere' ? read.phoneNumber : ''}
        />
        <Quote
          username={username}
          locationId={location.id}
          told={draft.told}
          onTell={(told) => change({ told })}
        />
        <div role="alert">
          {failure !== null && (
            <p className={styles.failure}>
              <Icon name="warning" />
              <span>
                <b>{ownerCopy.walkIn.failed}</b> {failure}
              </span>
            </p>
          )}
        </div>
      </form>
    </Panel>
  );
}

/** Shows the values that were read from the field. Screen readers announce the values while staff type. */
function WhatWasRead({ read, numGuests }: { read: ReadWalkIn; numGuests: number }) {
  const facts = [
    [say.name, `${read.firstName} ${read.lastName}`.trim()],
    [say.guests, String(numGuests)],
    [say.phone, read.phoneNumber],
  ] as const;
  return (
    <dl className={styles.read} aria-label={say.read} aria-live="polite">
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <bdi>{fact || '–'}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type QuoteProps = {
  username: string;
  locationId: string;
  /** The waiting time that staff chose; null if staff did not change the estimate. */
  told: ToldWait | null;
  onTell: (told: ToldWait) => void;
};

/** Shows the wait that staff tell the guest, with buttons that change it. Shows nothing until the wait is loaded. */
function Quote({ username, locationId, told, onTell }: QuoteProps) {
  const estimate = useQuote(username, locationId);
  if (told === null && estimate === undefined) return null;
  // The estimate, rounded as on the guests' page.
  const [low, high] = (told === null && estimate ? roundedWait(estimate) : null) ?? [0, 0];
  const quote = told ?? { low, high };
  const step = TOLD_WAIT_STEP_MINUTES;
  return (
    <div className={styles.quote}>
      <p aria-live="polite">
        {say.tellThem} <b>{quote.high === 0 ? say.anyMoment : say.about(quote.low, quote.high)}</b>
      </p>
      <Button
        tone="quiet"
        aria-label={say.less(step)}
        busy={quote.high === 0}
        onClick={() => onTell(longerWait(quote, -step))}
      >
        <bdi dir="ltr">−{step}</bdi>
      </Button>
      <Button tone="quiet" aria-label={say.more(step)} onClick={() => onTell(longerWait(quote, step))}>
        <bdi dir="ltr">+{step}</bdi>
      </Button>
    </div>
  );
}
