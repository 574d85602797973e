import type { AdminBusiness } from '../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import styles from './admin.module.css';
import { useChange } from './use-change.ts';
import { dayOf } from './when.ts';

const say = adminCopy.business;

/** A found business, with a button to change its credits. */
export function BusinessFacts({
  business,
  onChangeCredits,
}: {
  business: AdminBusiness;
  onChangeCredits: (() => void) | null;
}) {
  const { locations } = business;
  return (
    <div className={styles.found}>
      <div className={styles.foundHead}>
        <div className={styles.foundName}>
          <h3>
            <bdi>{business.name}</bdi>
          </h3>
          <p>@{business.username}</p>
        </div>
        {onChangeCredits && (
          <Button tone="quiet" onClick={onChangeCredits}>
            {say.changeCredits}
          </Button>
        )}
      </div>
      {business.nameWaits && <WaitingName business={business} />}
      <dl className={styles.facts}>
        <Fact term={say.plan} value={business.plan} />
        <Fact term={say.subscription} value={business.subscriptionStatus ?? say.noSubscription} />
        <Fact term={say.trial} value={trialOf(business)} />
        <Fact term={say.since} value={dayOf(business.createdAt)} />
        <Fact term={say.base} value={say.baseValue(business.baseCustomerCredits, business.baseSMSCredits)} />
        <Fact term={say.locations} value={say.locationsUsed(locations.length, business.maxLocations)} />
      </dl>
      {locations.length === 0 ? (
        <p className={styles.quiet}>{say.noLocations}</p>
      ) : (
        <ul className={styles.locations}>
          {locations.map((location) => (
            <LocationFacts key={location.id} location={location} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A protected name that waits for approval, with a button that approves the name. */
function WaitingName({ business: { username, name } }: { business: AdminBusiness }) {
  const words = { done: say.nameApproved, failed: say.nameNotApproved };
  const { busy, change } = useChange('/admin/approve-name', words, { changesBusiness: true });

  return (
    <div className={styles.foundHead}>
      <p className={styles.quiet}>{say.nameWaits}</p>
      <Button tone="quiet" busy={busy} onClick={() => void change({ username, name })}>
        {say.approveName}
      </Button>
    </div>
  );
}

function LocationFacts({ location: { address, now } }: { location: AdminBusiness['locations'][number] }) {
  return (
    <li className={styles.location}>
      <p className={styles.strong}>
        <bdi>{address}</bdi>
      </p>
      {now === null ? (
        <Badge tone="danger" icon="warning">
          {say.noAnswer}
        </Badge>
      ) : (
        <>
          <p className={styles.quiet}>{say.waiting(now.waiting)}</p>
          <p className={styles.badges}>
            <Badge>{say.customerCredits(now.customerCredits)}</Badge>
            <Badge>{say.smsCredits(now.smsCredits)}</Badge>
          </p>
        </>
      )}
    </li>
  );
}

/** The trial's state by the server's clock, because the clock of the device may be wrong. */
function trialOf({ trialEndsAt, serverNow }: AdminBusiness): string {
  if (trialEndsAt === null) return say.noTrial;
  const day = dayOf(trialEndsAt);
  return Date.parse(trialEndsAt) > Date.parse(serverNow) ? say.trialUntil(day) : say.trialOver(day);
}
