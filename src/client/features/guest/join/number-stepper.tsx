import { useRef, useState } from 'react';
import { MAX_PARTY_SIZE } from '../../../../shared/limits.ts';
import { Button } from '../../../ui/form/button.tsx';
import type { Control } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import style from './number-stepper.module.css';
import { useCopy } from '../i18n.tsx';

type Props = { control: Control; name: string; initial: number; onChange: () => void };

/** The party size: two large buttons around a field that can also be typed into. */
export function NumberStepper({ control, name, initial, onChange }: Props) {
  const { details: say, status } = useCopy();
  const [stepped, setStepped] = useState<number>();
  const input = useRef<HTMLInputElement>(null);

  function step(by: 1 | -1): void {
    if (input.current === null) return;
    const now = Math.trunc(Number(input.current.value)) || 0;
    const next = Math.min(MAX_PARTY_SIZE, Math.max(1, now + by));
    input.current.value = String(next);
    setStepped(next);
    onChange();
  }

  return (
    <div className={style.stepper}>
      <Button tone="quiet" aria-label={say.fewer} onClick={() => step(-1)}>
        <Icon name="minus" />
      </Button>
      <input
        {...control}
        ref={input}
        name={name}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_PARTY_SIZE}
        defaultValue={initial}
        onInput={onChange}
      />
      <Button tone="quiet" aria-label={say.more} onClick={() => step(1)}>
        <Icon name="plus" />
      </Button>
      {/* Announces the new value, because the focus stays on the button. */}
      <output className="sr">{stepped && status.guests(stepped)}</output>
    </div>
  );
}
