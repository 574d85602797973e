import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import styles from './shortcuts-dialog.module.css';

const say = ownerCopy.shortcuts;

const keys: [keys: string[], words: string][] = [
  [['A'], say.admit],
  [['R'], say.remove],
  [['U'], say.undo],
  [['N'], say.walkIn],
  [['M'], say.move],
  [['Alt', '↑', '↓'], say.moveBy],
  [['↑', '↓'], say.rows],
  [['Enter'], say.open],
  [['1', '2', '3', '4'], say.sizes],
  [['L'], say.late],
  [['/'], say.search],
  [['Esc'], say.escape],
  [['?'], say.help],
];

type Props = { open: boolean; enabled: boolean; onEnable: (enabled: boolean) => void; onClose: () => void };

/**
 * The list of keyboard shortcuts, with a switch to turn the shortcuts off (WCAG 2.1.4). The switch is for people who
 * press keys by accident or who use speech input.
 */
export function ShortcutsDialog({ open, enabled, onEnable, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={say.title}>
      <dl className={styles.keys}>
        {keys.map(([names, words]) => (
          <div key={words}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.enabled}>
        <input type="checkbox" checked={enabled} onChange={(event) => onEnable(event.target.checked)} />
        {say.enabled}
      </label>
      <DialogActions>
        <Button onClick={onClose}>{say.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
