import { useEffect, useRef } from 'react';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { product } from '../../../../shared/product.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/owner-icon.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import edit from '../../../member-area/form/edit-form.module.css';
import cards from '../../../member-area/cards.module.css';
import styles from '../account.module.css';

const say = securityCopy.secondStep;

/** The new recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The codes have replaced a form, so the focus moves to the title of the codes.
  useEffect(() => title.current?.focus(), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast(say.copied);
    } catch {
      // The browser forbids copying if the page has no permission or does not use https. The codes can still be
      // downloaded.
      toast(say.notCopied, { tone: 'bad' });
    }
  }

  return (
    <div className={styles.unfolded}>
      <h3 ref={title} tabIndex={-1} className={styles.codesTitle}>
        {say.codesTitle}
      </h3>
      <p className={cards.hint}>{say.codesIntro}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={edit.buttons}>
        <Button tone="quiet" onClick={() => download(codes)}>
          <Icon name="download" size={18} />
          {say.download}
        </Button>
        <Button tone="quiet" onClick={() => void copy()}>
          <Icon name="copy" size={18} />
          {say.copy}
        </Button>
        <Button onClick={onSaved}>{say.saved}</Button>
      </div>
    </div>
  );
}

function download(codes: string[]): void {
  const link = document.createElement('a');
  link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\r\n')}\r\n`)}`;
  link.download = say.codesFile(product.name);
  link.click();
}
