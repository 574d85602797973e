import { useRef } from 'react';
import type { PasskeyView, SecurityView } from '../../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { pageLocale } from '../../../../shared/copy/page-language.ts';
import { request } from '../../../lib/api.ts';
import { shortDate } from '../../../lib/format.ts';
import { hasPasskeys } from '../../../lib/passkeys.ts';
import { Disclosure } from '../../../member-area/form/disclosure.tsx';
import edit from '../../../member-area/form/edit-form.module.css';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import cards from '../../../member-area/cards.module.css';
import { ConfirmForm } from '../confirm-form.tsx';
import { deviceWords } from '../device-words.ts';
import { PasskeyName } from './passkey-name.tsx';
import { PasskeySetUp } from './passkey-set-up.tsx';

const say = securityCopy.passkeys;

export function PasskeysCard({ security }: { security: SecurityView }) {
  const { passkeys, sessions } = security;
  const actions = useRef<HTMLDivElement>(null);
  const device = deviceWords(sessions.find(({ current }) => current)?.device ?? null) ?? '';
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      {passkeys.length === 0 && <p className={cards.hint}>{say.none}</p>}
      {passkeys.length > 0 && (
        <ul className={cards.list} aria-label={say.title}>
          {passkeys.map((passkey) => (
            <Passkey
              key={passkey.id}
              passkey={passkey}
              // The form disappears with its row, so the focus moves to the card's button.
              onRemoved={() => actions.current?.querySelector('button')?.focus()}
            />
          ))}
        </ul>
      )}
      <div ref={actions} className={cards.actions}>
        {hasPasskeys() ? (
          <Disclosure label={say.add}>
            {(close) => <PasskeySetUp device={device} onDone={close} />}
          </Disclosure>
        ) : (
          <p className={cards.hint}>{say.notHere}</p>
        )}
      </div>
    </Card>
  );
}

type RowProps = { passkey: PasskeyView; onRemoved: () => void };

function Passkey({ passkey, onRemoved }: RowProps) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const used = lastUsedAt === null ? say.notUsed : say.used(dayOf(lastUsedAt));
  return (
    <li className={cards.row}>
      <div>
        <p className={cards.value}>
          <bdi>{name}</bdi>
        </p>
        <p className={cards.hint}>{`${say.added(dayOf(createdAt))}, ${used}`}</p>
      </div>
      <div className={edit.buttons}>
        <Disclosure label={say.rename} accessibleName={say.renameLabel(name)}>
          {(close) => (
            <PasskeyName
              name={name}
              submit={say.renameSubmit}
              failed={say.renameFailed}
              call={(typed) => request('POST', '/auth/passkeys/rename', { body: { ...typed, id } })}
              onDone={() => {
                toast(say.renamed);
                close();
              }}
              onCancel={close}
            />
          )}
        </Disclosure>
        <Disclosure label={say.remove} accessibleName={say.removeLabel(name)}>
          {(close) => (
            <>
              <p className={cards.hint}>{say.removeHint}</p>
              <ConfirmForm
                submit={say.remove}
                busyLabel={say.busy}
                failed={say.removeFailed}
                isFinal
                call={(typed) => request('POST', '/auth/passkeys/remove', { body: { ...typed, id } })}
                onDone={() => {
                  toast(say.removed);
                  onRemoved();
                }}
                onCancel={close}
              />
            </>
          )}
        </Disclosure>
      </div>
    </li>
  );
}

function dayOf(time: string): string {
  return shortDate(Date.parse(time), pageLocale);
}
