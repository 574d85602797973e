import { useState, type ChangeEvent, type KeyboardEvent, type ReactNode } from 'react';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { joinErrors } from '../../../../shared/copy/owner/join-errors.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { isMasked } from '../../../../shared/queue/masked-number.ts';
import { classes } from '../../../ui/classes.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { RowAction } from '../live/predict.ts';
import { Reach } from './reach.tsx';
import { SizeButtons } from './size-buttons.tsx';
import styles from './party-sheet.module.css';
import { useEdits, type PartyFact, type SaveState } from './use-edits.ts';
import { WayButtons } from './way-buttons.tsx';

const say = lineCopy.party;

type Props = {
  username: string;
  locationId: string;
  visit: VisitView;
  /** Whether the server has not yet answered the last action on this party. */
  isPending: boolean;
  onAct: (action: RowAction) => void;
};

/** The facts of a party: names, size, number, waiting mode, note. Each fact is saved separately. */
export function EditFields({ username, locationId, visit, isPending, onAct }: Props) {
  const edits = useEdits(visit, isPending, onAct);
  const [size, setSize] = useState<number | null>(null);
  const [wantsPhone, setWantsPhone] = useState(false);
  const { phoneNumber = '' } = visit;
  /**
   * Whether the member may not read the number. If true, the masked number is only the placeholder of an empty field,
   * in which the member can type another number.
   */
  const isHidden = isMasked(phoneNumber);
  const awaitsText = visit.status === 'waiting' && visit.waitingPreference === 'wait_anywhere';

  const text = (fact: 'firstName' | 'lastName' | 'phoneNumber' | 'note', label: string, about = {}) => (
    <TextFact
      key={`${visit.id} ${fact}`}
      label={label}
      known={visit[fact] ?? ''}
      error={fact === 'phoneNumber' && wantsPhone ? joinErrors.phoneRequired : edits.errors[fact]}
      state={edits.stateOf(fact)}
      onSave={(value) => save(fact, value)}
      {...about}
    />
  );

  function save(fact: PartyFact, value: string): boolean {
    if (fact !== 'phoneNumber') return edits.save(fact, value);
    if (isHidden && value === '') return true;
    const isMissing = value === '' && visit.waitingPreference === 'wait_anywhere';
    setWantsPhone(isMissing);
    return !isMissing && edits.save(fact, value);
  }

  return (
    <>
      <div className={styles.pair}>
        {text('firstName', say.firstName)}
        {text('lastName', say.lastName)}
      </div>
      <Fact label={say.numGuests} state={edits.stateOf('numGuests')}>
        <SizeButtons
          size={size ?? visit.numGuests}
          onChoose={(count, isDone) => {
            setSize(isDone ? null : count);
            if (isDone) edits.save('numGuests', count);
          }}
        />
      </Fact>
      {text('phoneNumber', say.phone, {
        type: 'tel',
        ...(isHidden && { known: '', placeholder: phoneNumber }),
      })}
      <Reach
        username={username}
        locationId={locationId}
        phoneNumber={awaitsText ? phoneNumber : ''}
        message={visit.message}
      />
      <Fact label={say.way} state={edits.stateOf('waitingPreference')}>
        <WayButtons
          way={visit.waitingPreference}
          onChoose={(way) => {
            const lacksPhone = way === 'wait_anywhere' && phoneNumber === '';
            setWantsPhone(lacksPhone);
            if (!lacksPhone) edits.save('waitingPreference', way);
          }}
        />
      </Fact>
      {text('note', say.note, { placeholder: say.noteHint, isLong: true })}
    </>
  );
}

function Fact({ label, state, children }: { label: string; state: SaveState; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      <SavedMark state={state} />
      {children}
    </div>
  );
}

type TextProps = {
  label: string;
  /** The value that the visit has now. */
  known: string;
  error: string | undefined;
  state: SaveState;
  /** Returns whether the value can be saved. */
  onSave: (value: string) => boolean;
  type?: string;
  placeholder?: string;
  /** Whether the text can have several lines. Enter then begins a new line. */
  isLong?: boolean;
};

/**
 * A field that saves when it loses the focus, or on Enter. Escape restores the value that the visit has now. In a long
 * text, Enter begins a new line, and Escape saves the text.
 */
function TextFact({ label, known, error, state, onSave, isLong = false, ...about }: TextProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function save(): void {
    if (typed !== null && onSave(typed.trim())) setTyped(null);
  }

  return (
    <div className={styles.fact}>
      <SavedMark state={typed === null ? state : undefined} />
      <Field label={label} error={error}>
        {(control) => {
          const typing = {
            ...control,
            ...about,
            autoComplete: 'off',
            value: typed ?? known,
            onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
              setTyped(event.target.value),
            onBlur: save,
            onKeyDown(event: KeyboardEvent) {
              if (event.key === 'Enter' && !isLong) save();
              if (event.key !== 'Escape' || typed === null) return;
              // In a long text Escape also closes the sheet, so the text is saved first.
              if (isLong) return save();
              event.preventDefault();
              setTyped(null);
            },
          };
          return isLong ? (
            <textarea {...typing} className={classes(control.className, styles.note)} rows={2} />
          ) : (
            <input {...typing} enterKeyHint="done" />
          );
        }}
      </Field>
    </div>
  );
}

const words = {
  saving: lineCopy.sheet.saving,
  saved: lineCopy.sheet.saved,
  failed: lineCopy.sheet.saveFailed,
};

function SavedMark({ state }: { state: SaveState }) {
  return (
    <p className={styles.saved} role="status" data-state={state}>
      {state === 'saved' && <Icon name="check" size={14} />}
      {state && words[state]}
    </p>
  );
}
