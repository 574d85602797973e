import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { passkeyOptions } from '../../../../shared/contracts/account/passkeys.ts';
import { adminCopy } from '../../../../shared/copy/en/admin.ts';
import { securityCopy } from '../../../../shared/copy/en/owner/security.ts';
import { ApiError } from '../../../lib/api.ts';
import { hasPasskeys, makePasskey } from '../../../lib/passkeys.ts';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';
import { adminKey, useAskAdmin, wordsOf } from '../admin-calls.ts';
import { focusFirstEmpty } from '../first-empty.ts';

const say = securityCopy.passkeys;
const added = z.looseObject({});

/**
 * Lets the browser make a passkey, and adds the passkey to the operator. The form's field `name` has the passkey's
 * name. Refetches the page's data, because the first passkey also completes the log-in.
 */
export function useNewPasskey(done: string) {
  const ask = useAskAdmin();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function make(form: HTMLFormElement, password: FormDataEntryValue | null): Promise<void> {
    const options = await ask('POST', '/admin/passkeys/options', {
      body: { password },
      schema: passkeyOptions,
    });
    const credential = await makePasskey(options);
    if (credential === null) {
      toast(say.failed, { tone: 'bad', body: say.notMade });
      return;
    }
    const name = new FormData(form).get('name');
    await ask('POST', '/admin/passkeys', { body: { name, credential }, schema: added });
    dismissToasts();
    toast(done);
    form.reset();
    await client.invalidateQueries({ queryKey: adminKey });
  }

  async function add(form: HTMLFormElement, password: FormDataEntryValue | null): Promise<void> {
    if (focusFirstEmpty(form)) {
      toast(adminCopy.fillIn, { tone: 'bad' });
      return;
    }
    if (!hasPasskeys()) {
      toast(say.notHere, { tone: 'bad' });
      return;
    }
    setBusy(true);
    try {
      await make(form, password);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(wordsOf(error, say.failed), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }
  return { busy, add };
}
