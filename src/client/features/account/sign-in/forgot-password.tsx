import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation, type Location } from 'react-router';
import * as z from 'zod/mini';
import {
  forgotPasswordRequest,
  type ForgotPasswordRequest,
} from '../../../../shared/contracts/account/account.ts';
import { accountCopy } from '../../../../shared/copy/owner/account.ts';
import { EMAIL_ADDRESS } from '../../../../shared/typing/email-address.ts';
import { RESET_LINK_MS } from '../../../../shared/limits.ts';
import { request } from '../../../lib/api.ts';
import { usePageTitle } from '../../../site/use-page-title.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { CheckedForm } from '../../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../../site/form/use-checked-form.ts';
import { SubmitButton } from '../../../site/form/submit-button.tsx';
import { useSubmission } from './use-submission.ts';

const say = accountCopy.forgot;

/** State of the history entry: the email address that was typed on the log-in page. */
const typedBefore = z.object({ typed: z.string().check(z.regex(EMAIL_ADDRESS)) });

/** `/forgot` (`docs/spec.md` sections 2, 4 and 5): the form, then the "Check Your Email" panel. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { state }: Location<unknown> = useLocation();
  useEffect(() => {
    const before = typedBefore.safeParse(state);
    // This script fills in the email address, because the Worker renders the form without the state of the history
    // entry.
    if (before.success && input.current?.value === '') input.current.value = before.data.typed;
  }, [state]);
  const form = useCheckedForm(forgotPasswordRequest);
  const { busy, submit } = useSubmission({
    send: (body: ForgotPasswordRequest) => request('POST', '/auth/forgot-password', { body }),
    failed: say.failed,
    fallback: say.tryAgain,
    onDone: (_answer, { email }) => {
      toast(say.done, { body: say.doneBody });
      flushSync(() => setSentTo(email));
      title.current?.focus();
    },
    onFieldErrors: form.showServerErrors,
  });
  usePageTitle(sentTo === null ? say.title : say.sentTitle);

  if (sentTo !== null) {
    return (
      <AuthPage titleRef={title} title={say.sentTitle} intro={say.sentTo(sentTo)}>
        <p className={styles.note}>{say.expiry(RESET_LINK_MS / 3_600_000)}</p>
        <div className={styles.ways}>
          <Button
            tone="quiet"
            wide
            onClick={() => {
              flushSync(() => setSentTo(null));
              input.current?.focus();
            }}
          >
            {say.another}
          </Button>
          <Link to="/login" className={buttonClass({ wide: true })}>
            {say.toLogIn}
          </Link>
        </div>
      </AuthPage>
    );
  }

  return (
    <AuthPage titleRef={title} title={say.title} intro={say.intro}>
      <CheckedForm
        form={form}
        busy={busy}
        onTry={() => {
          const isBlank = input.current?.value.trim() === '';
          if (isBlank) toast(say.emailRequired, { tone: 'bad', body: say.emailRequiredBody });
        }}
        onTyped={(typed) => void submit(typed)}
      >
        <Field label={say.email} error={form.errors['email']}>
          {(control) => (
            <input
              {...control}
              ref={input}
              name="email"
              type="email"
              autoComplete="email"
              spellCheck={false}
            />
          )}
        </Field>
        <SubmitButton busy={busy} busyLabel={say.busy}>
          {say.submit}
        </SubmitButton>
        <Link to="/login" className={styles.otherWay}>
          {say.toLogIn}
        </Link>
      </CheckedForm>
    </AuthPage>
  );
}
