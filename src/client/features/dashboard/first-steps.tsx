import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { locationsOf, type AccountView } from '../../../shared/contracts/account/view.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { ENDED_VISITS_SHOWN_MS } from '../../../shared/limits.ts';
import { AddLocationForm } from '../../member-area/locations/add-location-form.tsx';
import { useMember } from '../../member-area/member-context.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import styles from './first-steps.module.css';

const say = ownerCopy.firstSteps;

type Props = {
  /** The chosen location with its live line. */
  location: LocationView | undefined;
  /** The server's time in epoch milliseconds. */
  now: number;
};

/**
 * The first steps of a new account: address, poster, a test. Shown until the first guest joins at the account's first
 * location. Also shown to each account without a location.
 */
export function FirstSteps({ location, now }: Props) {
  const { user } = useMember();
  const hasLocation = locationsOf(user).length > 0;
  if (hasLocation && (location === undefined || !isUntried(user, location, now))) return null;
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <ol className={styles.steps}>
        <Step number={1} title={say.address} state={location ? 'done' : 'now'}>
          {location ? (
            <p className={styles.address}>
              <bdi>{location.address}</bdi>
            </p>
          ) : (
            <>
              <p className={styles.hint}>{say.addressHint}</p>
              <AddLocationForm />
            </>
          )}
        </Step>
        <Step number={2} title={say.poster} state={location ? 'now' : 'later'}>
          <p className={styles.hint}>{say.posterHint}</p>
          {location && <Code location={location} />}
        </Step>
        <Step number={3} title={say.tryIt} state="later">
          <p className={styles.hint}>{say.tryItHint}</p>
        </Step>
      </ol>
    </Card>
  );
}

/**
 * Whether nobody has joined the only location of a new account yet. The lists contain all visits of an account that is
 * younger than `ENDED_VISITS_SHOWN_MS`.
 */
function isUntried(user: AccountView, location: LocationView, now: number): boolean {
  const isNew = now - Date.parse(user.createdAt) < ENDED_VISITS_SHOWN_MS;
  const visits = [location.queue, location.admittedCustomers, location.removedCustomers];
  return isNew && locationsOf(user).length === 1 && visits.every((list) => list.length === 0);
}

type StepProps = { number: number; title: string; state: 'done' | 'now' | 'later'; children: ReactNode };

function Step({ number, title, state, children }: StepProps) {
  return (
    <li className={styles.step} data-state={state}>
      <span className={styles.number} aria-hidden="true">
        {state === 'done' ? <Icon name="check" /> : number}
      </span>
      <div className={styles.content}>
        <h3 aria-label={state === 'done' ? say.done(title) : undefined}>{title}</h3>
        {children}
      </div>
    </li>
  );
}

/**
 * QR code and poster of the location. The script that draws the code and the poster is loaded separately, because most
 * dashboards do not show this card.
 */
function Code({ location }: { location: LocationView }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['location-code-part'],
    queryFn: () => import('../../member-area/codes/location-code.tsx'),
    staleTime: Infinity,
    structuralSharing: false,
  });
  if (isError) {
    return (
      <div className={styles.failed}>
        <p>{say.notLoaded}</p>
        <Button tone="quiet" onClick={() => void refetch()}>
          {say.again}
        </Button>
      </div>
    );
  }
  const name = ownerCopy.dashboard.locationOption(location.address, 1);
  return <div className={styles.code}>{data && <data.LocationCode location={location} name={name} />}</div>;
}
