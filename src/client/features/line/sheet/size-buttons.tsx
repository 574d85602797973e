import { useId, useState } from 'react';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { MAX_PARTY_SIZE } from '../../../../shared/limits.ts';
import styles from './party-fields.module.css';

const say = lineCopy.party;
/** Each of these party sizes has its own button. The last button (9+) is for all larger sizes. */
const sizes = [1, 2, 3, 4, 5, 6, 7, 8];
const MORE = 9;

type Props = {
  size: number;
  /** `isDone` is false while a larger number is being typed. */
  onChoose: (size: number, isDone: boolean) => void;
};

/** The size of a party as buttons: the sizes from 1 to 8, and 9+, which opens a field for the number. */
export function SizeButtons({ size, onChoose }: Props) {
  const name = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const isMore = size >= MORE || typed !== null;

  function type(text: string): void {
    const digits = text.replace(/\D/g, '').slice(0, String(MAX_PARTY_SIZE).length);
    setTyped(digits);
    if (Number(digits) > 0) onChoose(Number(digits), false);
  }

  function finish(): void {
    setTyped(null);
    if (typed !== null) onChoose(size, true);
  }

  return (
    <>
      <div className={styles.sizes} role="radiogroup" aria-label={say.numGuests}>
        {sizes.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={name}
              aria-label={ownerCopy.dashboard.guests(one)}
              checked={!isMore && size === one}
              onChange={() => {
                setTyped(null);
                onChoose(one, true);
              }}
            />
            {one}
          </label>
        ))}
        <label>
          <input
            type="radio"
            name={name}
            aria-label={say.more}
            checked={isMore}
            onChange={() => type(String(Math.max(size, MORE)))}
          />
          <bdi dir="ltr">{MORE}+</bdi>
        </label>
      </div>
      {isMore && (
        <input
          className={styles.exactly}
          aria-label={say.exactly}
          inputMode="numeric"
          autoComplete="off"
          // The field gets the focus only after a press on 9+.
          ref={typed === null ? undefined : focus}
          value={typed ?? size}
          // A typed digit replaces the number instead of extending it.
          onFocus={(event) => event.target.select()}
          onChange={(event) => type(event.target.value)}
          onBlur={finish}
          // Escape may close the panel, which removes the field without a blur event.
          onKeyDown={(event) => event.key === 'Escape' && finish()}
        />
      )}
    </>
  );
}

/** A ref for a control that gets the focus when it is rendered. */
function focus(element: HTMLElement | null): void {
  element?.focus();
}
