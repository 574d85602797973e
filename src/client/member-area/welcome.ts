import { accountCopy } from '../../shared/copy/owner/account.ts';
import { toast } from '../ui/status/toast.tsx';

const { done, welcome: words } = accountCopy.logIn;

/** The toast of a log-in (`docs/spec.md` section 2). */
export function welcome(name: string): void {
  toast(done, { body: words(name) });
}
