import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { sessionAnswer } from '../../../shared/contracts/account/view.ts';
import {
  acceptInvitationForm,
  invitationAnswer,
  joinTeamForm,
  type InvitationAnswer,
} from '../../../shared/contracts/team.ts';
import { accountCopy } from '../../../shared/copy/owner/account.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { MAX_MEMBER_NAME_LENGTH } from '../../../shared/limits.ts';
import { ApiError, request } from '../../lib/api.ts';
import { memberQuery } from '../../member-area/member-query.ts';
import { rememberSignIn, wasSignedIn } from '../../member-area/signed-in-hint.ts';
import { tellUnconfirmed } from '../../member-area/tell-unconfirmed.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { SubmitButton } from '../../site/form/submit-button.tsx';
import { useCheckedForm, type FormState } from '../../site/form/use-checked-form.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { AuthPage } from '../account/sign-in/auth-page.tsx';
import styles from '../account/sign-in/auth-page.module.css';
import { useLinkToken } from '../account/sign-in/use-link-token.ts';
import { useSubmission } from '../account/sign-in/use-submission.ts';

const say = teamCopy.invitation;

/**
 * `/invitation?token=`: says who invites the person, and lets the person join the team with a new account or with an
 * existing account.
 */
export function InvitationPage() {
  const token = useLinkToken('/invitation');
  const [signedInBefore] = useState(wasSignedIn);
  const member = useQuery({ ...memberQuery, enabled: signedInBefore });
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    enabled: token !== null,
    retry: false,
    queryFn: () => request('POST', '/auth/invitation', { body: { token }, schema: invitationAnswer }),
  });
  usePageTitle(say.title);
  const isEnded = token === null || (error instanceof ApiError && error.fieldErrors['token'] !== undefined);
  const intro = isEnded
    ? say.linkEnded
    : data
      ? say.asked(data.businessName, teamCopy.roles[data.role])
      : error
        ? say.loadFailed
        : '';
  const user = member.data?.user;
  const isTheirs = data !== undefined && user?.email.toLowerCase() === data.email.toLowerCase();
  return (
    <AuthPage title={say.title} intro={intro} isLoggedIn={user !== undefined}>
      {!isEnded && error && (
        <Button tone="quiet" onClick={() => void refetch()}>
          {teamCopy.loadAgain}
        </Button>
      )}
      {!isEnded && data && (!signedInBefore || !member.isPending) && (
        <Ways token={token} invitation={data} isTheirs={isTheirs} isLoggedIn={user !== undefined} />
      )}
    </AuthPage>
  );
}

type WaysProps = { token: string; invitation: InvitationAnswer; isTheirs: boolean; isLoggedIn: boolean };

function Ways({ token, invitation: { email, hasAccount }, isTheirs, isLoggedIn }: WaysProps) {
  if (isTheirs) return <JoinForm token={token} />;
  if (!hasAccount) return <AcceptForm token={token} email={email} />;
  return (
    <div className={styles.ways}>
      <p>{isLoggedIn ? say.otherAccount(email) : say.logInFirst(email)}</p>
      {!isLoggedIn && (
        <Link to="/login" className={buttonClass({ wide: true })}>
          {say.logIn}
        </Link>
      )}
    </div>
  );
}

function JoinForm({ token }: { token: string }) {
  const form = useCheckedForm(joinTeamForm);
  const { busy, submit } = useJoin('/auth/invitation/join', token, form.showServerErrors);
  return (
    <CheckedForm form={form} busy={busy} onTyped={(typed) => void submit(typed)}>
      <NameField form={form} />
      <Submit busy={busy} />
    </CheckedForm>
  );
}

function AcceptForm({ token, email }: { token: string; email: string }) {
  const form = useCheckedForm(acceptInvitationForm);
  const { busy, submit } = useJoin('/auth/invitation/accept', token, form.showServerErrors);
  return (
    <CheckedForm form={form} busy={busy} onTyped={(typed) => void submit(typed)}>
      <NameField form={form} />
      <Field label={say.address} error={form.errors['email']}>
        {(control) => <input {...control} type="email" autoComplete="username" readOnly value={email} />}
      </Field>
      <PasswordField
        label={say.password}
        hint={accountCopy.signUp.passwordHint}
        error={form.errors['password']}
        name="password"
        autoComplete="new-password"
      />
      <Submit busy={busy} />
    </CheckedForm>
  );
}

function NameField<Values>({ form }: { form: FormState<Values> }) {
  return (
    <Field label={say.name} hint={say.nameHint} error={form.errors['name']}>
      {(control) => <input {...control} name="name" autoComplete="name" maxLength={MAX_MEMBER_NAME_LENGTH} />}
    </Field>
  );
}

function Submit({ busy }: { busy: boolean }) {
  return (
    <div className={styles.submit}>
      <SubmitButton busy={busy} busyLabel={say.accepting}>
        {say.accept}
      </SubmitButton>
    </div>
  );
}

/** The call that joins the team. */
function useJoin(
  path: '/auth/invitation/join' | '/auth/invitation/accept',
  token: string,
  onFieldErrors: (found: Record<string, string[]>, fault: string) => void,
) {
  const queryClient = useQueryClient();
  return useSubmission({
    send: (typed: object) => request('POST', path, { body: { ...typed, token }, schema: sessionAnswer }),
    failed: say.failed,
    fallback: teamCopy.tryAgain,
    onDone: ({ unconfirmedAt }) => {
      // Cached data of another business must not be shown as data of this business.
      queryClient.clear();
      rememberSignIn();
      // A full page load removes all data of another business from memory.
      tellUnconfirmed(unconfirmedAt, () => window.location.assign('/business/dashboard'));
    },
    onFieldErrors,
  });
}
