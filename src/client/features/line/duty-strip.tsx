import { deskCopy } from '../../../shared/copy/owner/desk.ts';
import { namesOnDuty } from '../../../shared/event-words.ts';
import { useMember } from '../../member-area/member-context.ts';
import { Button } from '../../ui/form/button.tsx';
import type { Duty } from './actions/use-duty.ts';
import styles from './duty-strip.module.css';

const say = deskCopy.duty;

/**
 * Shows who is on duty, and a button. With the button the person who is logged in goes on duty or off duty. An owner
 * who does not use a device at the door may work alone, so this owner sees the strip only while somebody is on duty.
 */
export function DutyStrip({ duty: { people, own } }: { duty: Duty }) {
  const { role, onDevice = false } = useMember().user;
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
