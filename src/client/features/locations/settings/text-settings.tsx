import { useState } from 'react';
import { settingsCopy } from '../../../../shared/copy/owner/settings.ts';
import { septetsOf } from '../../../../shared/text/gsm.ts';
import { OWN_WORDS_MAX_LENGTH } from '../../../../shared/queue/settings.ts';
import { SEGMENT_SEPTETS } from '../../../../shared/text/segment.ts';
import { ALMOST_THERE_POSITION_MAX } from '../../../../shared/limits.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { exampleLink, ownWordsProblem, turnText, type TurnText } from '../../../../shared/text/turn-text.ts';
import { isProtectedName } from '../../../../shared/text/protected-names.ts';
import { cleanLine } from '../../../../shared/typing/typed-text.ts';
import { useMember } from '../../../member-area/member-context.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Marked } from './save-status.tsx';
import styles from './text-settings.module.css';
import { useSetting } from './use-setting.ts';

const say = settingsCopy.texts;

const MINUTE_MS = 60_000;
const positions = Array.from({ length: ALMOST_THERE_POSITION_MAX }, (_, index) => index + 1);

/**
 * The field for the owner's own turn text, with a preview of the text that guests get. The text is saved when the field
 * is left.
 */
export function TurnWords({ location }: { location: LocationView }) {
  const { user } = useMember();
  const words = useSetting(location, 'turnText', say.turnText);
  const [typed, setTyped] = useState<string>();
  const [isLeft, setIsLeft] = useState(false);
  const { businessName } = location;
  const { username } = user;
  const about = {
    businessName,
    username,
    link: exampleLink(window.location.origin, username),
    protectedNames: [],
    isNameApproved: false,
  };
  const ownWords = cleanLine(typed ?? words.value ?? '') || null;
  const isNew = typed !== undefined && ownWords !== null;
  const problem =
    isNew && user.trial ? 'notPaid' : ownWords === null ? null : ownWordsProblem(ownWords, about);
  const error = problem === null ? (typed === undefined ? words.error : undefined) : say[problem];

  function commit(): void {
    setIsLeft(true);
    if (typed === undefined || problem !== null) return;
    setTyped(undefined);
    if (ownWords !== words.value) words.save(ownWords);
  }

  return (
    <div className={styles.parts}>
      <Marked state={problem !== null && isLeft ? 'failed' : words.state} problem={error}>
        <Field label={say.turnText} hint={say.turnTextHint} error={error}>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={OWN_WORDS_MAX_LENGTH}
              autoComplete="off"
              value={typed ?? words.value ?? ''}
              onChange={(event) => {
                setTyped(event.target.value);
                setIsLeft(false);
              }}
              onBlur={commit}
            />
          )}
        </Field>
      </Marked>
      {problem === null && (
        <Preview holdMs={location.settings.holdMs} ownWords={user.trial ? null : ownWords} about={about} />
      )}
    </div>
  );
}

/** The setting of the "almost there" text. */
export function AlmostThereField({ location }: { location: LocationView }) {
  const nearly = useSetting(location, 'nearlyAt', say.nearly);
  return (
    <Marked state={nearly.state} problem={nearly.error}>
      <Field label={say.nearly} hint={say.nearlyHint} error={nearly.error}>
        {(control) => (
          <select
            {...control}
            value={nearly.value ?? 0}
            onChange={(event) => nearly.save(Number(event.target.value) || null)}
          >
            <option value={0}>{say.nearlyOff}</option>
            {positions.map((position) => (
              <option key={position} value={position}>
                {position === 1 ? say.nearlyNext : say.nearlyAhead(position - 1)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Marked>
  );
}

type PreviewProps = {
  holdMs: number;
  ownWords: string | null;
  about: Pick<TurnText, 'businessName' | 'username' | 'link' | 'protectedNames' | 'isNameApproved'>;
};

/**
 * Preview of the first text to a number, with an example link. If the owner has no own words, the preview shows the
 * product's English text.
 */
function Preview({ holdMs, ownWords, about }: PreviewProps) {
  const minutes = Math.floor(holdMs / MINUTE_MS);
  const text = turnText({ ...about, ownWords, minutes, language: 'en', isFirst: true });
  return (
    <figure className={styles.preview}>
      <figcaption className={styles.caption}>{say.preview}</figcaption>
      <p className={styles.bubble}>{text}</p>
      <p className={styles.length}>{say.length(septetsOf(text), SEGMENT_SEPTETS)}</p>
      <p className={styles.length}>{ownWords === null ? say.arabic : say.added}</p>
      {isProtectedName(about.businessName, about.protectedNames) && (
        <p className={styles.length}>{say.nameWaits}</p>
      )}
    </figure>
  );
}
