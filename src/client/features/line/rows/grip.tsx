import type { PointerEvent } from 'react';
import styles from './grip.module.css';

/** The dots of the grip: two columns and three rows, in a picture of 12 by 20 units. */
const dots = [4, 10, 16].flatMap((y) => [3.5, 8.5].map((x) => ({ x, y })));

type Props = {
  place: number;
  label: string;
  /** Starts dragging the row; absent if rows cannot be dragged. */
  onDrag: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  /** Called after a press without a drag. */
  onPress: () => void;
};

/**
 * Shows the row's place in line. The user can drag the row by this button, with a finger, a pen or a mouse. A press
 * opens the dialog 'Move to place'. The grip is not in the tab order, because the key M opens the same dialog for the
 * row.
 */
export function Grip({ place, label, onDrag, onPress }: Props) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.grip}
      aria-label={label}
      data-kind="grip"
      data-drag={onDrag !== undefined || undefined}
      onPointerDown={onDrag}
      onClick={onPress}
    >
      <svg viewBox="0 0 12 20" aria-hidden="true">
        {dots.map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="1.5" />
        ))}
      </svg>
      <Place place={place} />
    </button>
  );
}

export function Place({ place }: { place: number }) {
  return <span className={styles.place}>{place}</span>;
}
