import type { RefObject } from 'react';
import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { Button } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import styles from './tools.module.css';

const say = ownerCopy.tools;

type Props = {
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  onType: (typed: string) => void;
  onEnd: () => void;
  /** Number of shown parties and number of all parties in line. */
  shown: number;
  all: number;
};

/** The search field of a long line. Escape ends the search. */
export function QueueSearch({ field, typed, onType, onEnd, shown, all }: Props) {
  return (
    <div className={styles.search} role="search">
      <label className={styles.searchField}>
        <Icon name="search" size={18} />
        <span className="sr">{say.search}</span>
        <input
          ref={field}
          type="search"
          autoComplete="off"
          placeholder={say.searchHint}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onEnd()}
        />
      </label>
      <p role="status" className={styles.searchFound}>
        {typed.trim() !== '' && say.searchFound(shown, all)}
      </p>
    </div>
  );
}

/** Shown if the search found nobody. */
export function NobodyFound({ onEnd }: { onEnd: () => void }) {
  return (
    <div className={styles.nobody}>
      <p>{say.searchNothing}</p>
      <Button tone="quiet" onClick={onEnd}>
        {say.searchEnd}
      </Button>
    </div>
  );
}
