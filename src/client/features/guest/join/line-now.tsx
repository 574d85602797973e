import type { GuestLocation } from '../../../../shared/contracts/guest.ts';
import { roundedWait } from '../../../../shared/time/rounded-wait.ts';
import style from '../form.module.css';
import { LinePicture } from '../status/line-picture.tsx';
import { useCopy } from '../i18n.tsx';

type Props = {
  /** The chosen location, or all locations that the guest can choose. */
  locations: GuestLocation[];
};

/**
 * Shows the current lines before the guest types anything: how many parties wait, and how long a new party would wait.
 * Shown only for locations that accept guests.
 */
export function LineNow({ locations }: Props) {
  const say = useCopy().wait;
  const open = locations.flatMap(({ accepting, line, ...location }) =>
    accepting && line ? { ...location, ...line, range: roundedWait(line) } : [],
  );
  if (open.length === 0) return null;
  return (
    <section className={style.card}>
      {open.map(({ locationId, address, parties, range }) => (
        <div key={locationId}>
          {locations.length > 1 && (
            <p>
              <bdi>{address}</bdi>
            </p>
          )}
          <p className={style.facts}>
            <b>{say.parties(parties)}</b> <b>{range ? say.about(...range) : say.anyMoment}</b>
          </p>
          {locations.length === 1 && <LinePicture ahead={parties} />}
        </div>
      ))}
    </section>
  );
}
