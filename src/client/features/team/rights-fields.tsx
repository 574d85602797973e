import { useQuery } from '@tanstack/react-query';
import { locationsOf } from '../../../shared/contracts/account/view.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { givenRoles } from '../../../shared/roles.ts';
import { useMember } from '../../member-area/member-context.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { FieldError } from '../../ui/form/field-error.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import styles from './team.module.css';
import type { RightsState } from './rights.ts';
import { teamQuery } from './team-query.ts';

const say = teamCopy.form;

/**
 * The fields for the role and the locations of a member. A manager cannot give the role of manager, and can give only
 * locations that the manager may reach.
 */
export function RightsFields({ rights, setRights, isWhole }: RightsState) {
  const { user } = useMember();
  const isOwner = user.role === 'owner';
  const { data } = useQuery(teamQuery);
  const hasAll = data?.members.find(({ isSelf }) => isSelf)?.locationIds === null;
  const { role, locationIds, mayReadNumbers } = rights;
  const options = givenRoles
    .filter((one) => isOwner || one !== 'manager')
    .map((value) => ({ value, label: `${teamCopy.roles[value]}: ${teamCopy.rights[value]}` }));
  const toggle = (id: string, isGiven: boolean) => {
    const others = (locationIds ?? []).filter((one) => one !== id);
    setRights({ ...rights, locationIds: isGiven ? [...others, id] : others });
  };
  return (
    <>
      <RadioGroup
        legend={say.role}
        options={options}
        chosen={role}
        onChoose={(chosen) => setRights({ ...rights, role: chosen })}
      />
      <fieldset className={styles.locations}>
        <legend>{say.locations}</legend>
        {hasAll && (
          <Checkbox
            name="all"
            label={say.all}
            checked={locationIds === null}
            onChange={(isAll) => setRights({ ...rights, locationIds: isAll ? null : [] })}
          />
        )}
        {locationIds !== null &&
          locationsOf(user).map(({ id, address }) => (
            <Checkbox
              key={id}
              name={id}
              label={<bdi>{address}</bdi>}
              checked={locationIds.includes(id)}
              onChange={(isGiven) => toggle(id, isGiven)}
            />
          ))}
        {!isWhole && <FieldError id="locations-error">{say.locationRequired}</FieldError>}
      </fieldset>
      {isOwner && role === 'host' && (
        <Checkbox
          name="numbers"
          label={say.numbers}
          checked={mayReadNumbers}
          onChange={(isAllowed) => setRights({ ...rights, mayReadNumbers: isAllowed })}
        />
      )}
    </>
  );
}
