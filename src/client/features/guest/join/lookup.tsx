import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { GuestPageBoot } from '../../../../shared/contracts/guest.ts';
import { cleanUsername } from '../../../../shared/typing/typed-text.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { businessExists } from '../visit/calls.ts';
import { GuestFrame } from '../guest-frame.tsx';
import { classes } from '../../../ui/classes.ts';
import style from '../form.module.css';
import { LinePicture } from '../status/line-picture.tsx';
import { sentenceOf } from '../sentence-of.ts';
import { useCopy } from '../i18n.tsx';
import { forgetLastVisit, lastVisitEnded, pagePath } from '../visit/path.ts';
import { useDocumentTitle } from '../use-steps.ts';

/** `/queue`: the look-up of a business by its username (`docs/spec.md` sections 2 and 5). */
export function Lookup({ asked, left }: { asked: GuestPageBoot['lookup']; left: GuestPageBoot['left'] }) {
  const copy = useCopy();
  const say = copy.lookup;
  const [error, setError] = useState(asked?.error);
  const [checking, setChecking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [lastVisit] = useState(() => lastVisitEnded() ?? (left && { ...left, takenOff: false }) ?? null);
  useEffect(() => forgetLastVisit, []);

  useDocumentTitle(say.title);

  // If the browser restores this page from its history, the button must no longer look busy.
  useEffect(() => {
    const rest = () => setChecking(false);
    addEventListener('pageshow', rest);
    return () => removeEventListener('pageshow', rest);
  }, []);

  function fail(message: string): void {
    setError(message);
    setChecking(false);
    input.current?.focus();
  }

  async function check(): Promise<void> {
    if (checking) return;
    const username = cleanUsername(input.current?.value ?? '');
    if (username === '') return fail(say.usernameRequired);
    setChecking(true);
    try {
      if (!(await businessExists(username))) return fail(say.usernameUnknown);
      // A full page load, so that the server can redirect to the username's canonical spelling.
      location.assign(pagePath(username));
    } catch (failure) {
      fail(sentenceOf(failure, copy) || say.unverifiable);
    }
    return undefined;
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void check();
  }

  return (
    <GuestFrame>
      <form className={style.form} noValidate method="get" action="/queue" onSubmit={handleSubmit}>
        {lastVisit === null ? (
          <div className={style.picture}>
            <LinePicture ahead={2} />
          </div>
        ) : (
          <section className={classes(style.card, style.past)}>
            <b>
              <bdi>{lastVisit.businessName}</bdi>
            </b>
            {lastVisit.takenOff && <p>{say.takenOff}</p>}
            <a href={lastVisit.path} className={buttonClass({ wide: true })}>
              {say.joinAgain}
            </a>
          </section>
        )}
        <header className={style.head}>
          <h1 tabIndex={-1}>{say.title}</h1>
          <p>{say.subtitle}</p>
        </header>
        <Field label={say.username} error={error}>
          {(control) => (
            <input
              {...control}
              ref={input}
              name="username"
              defaultValue={asked?.username}
              required
              autoCapitalize="none"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="next"
              onInput={() => setError(undefined)}
            />
          )}
        </Field>
        <div className={style.actions}>
          <Button
            type="submit"
            tone={lastVisit ? 'quiet' : 'primary'}
            wide
            busy={checking}
            busyLabel={say.checking}
          >
            {say.next}
          </Button>
        </div>
      </form>
    </GuestFrame>
  );
}
