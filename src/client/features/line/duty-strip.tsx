import { deskCopy } from '../../../shared/copy/owner/desk.ts';
import { namesOnDuty } from '../../../shared/event-words.ts';
import { useOwner } from '../../owner-area/owner-context.ts';
import { Button } from '../../ui/form/button.tsx';
import type { Duty } from './actions/use-duty.ts';
import styles from './duty-strip.module.css';

const say = deskCopy.duty;

/**
 * Who is on duty, and the button by which the person at this page goes on duty or off duty. An owner at the own log-in,
 * who may work alone, sees the strip only while somebody is on duty; the menu has the same action.
 */
export function DutyStrip({ duty: { people, own } }: { duty: Duty }) {
  const { role, onDevice = false } = useOwner().user;
  const isTeam = role !== 'owner' || onDevice;
  if (people.length === 0 && (own === null || !isTeam)) return null;
  return (
    <div className={styles.strip}>
      <p>
        {people.length === 0 ? (
          say.nobody
        ) : (
          <>
            {say.people} <b>{namesOnDuty(people)}</b>
          </>
        )}
      </p>
      {own !== null && (
        <Button tone="quiet" onClick={() => own.set(!own.on)}>
          {own.on ? say.end : say.begin}
        </Button>
      )}
    </div>
  );
}
