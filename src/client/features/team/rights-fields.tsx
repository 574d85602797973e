import { locationsOf } from '../../../shared/contracts/account-view.ts';
import { teamCopy } from '../../../shared/copy/en/owner/team.ts';
import { givenRoles } from '../../../shared/roles.ts';
import { useOwner } from '../../owner-area/owner-context.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { FieldError } from '../../ui/form/field-error.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import styles from './team.module.css';
import type { Rights } from './rights.ts';

const say = teamCopy.form;

type Props = {
  rights: Rights;
  onChange: (rights: Rights) => void;
  /** The error of the locations. */
  error: string | undefined;
};

/** Role and locations of a member. A manager gives only the roles below, at the locations that the manager reaches. */
export function RightsFields({ rights, onChange, error }: Props) {
  const { user } = useOwner();
  const isOwner = user.role === 'owner';
  const { role, locationIds, mayReadNumbers } = rights;
  const options = givenRoles
    .filter((one) => isOwner || one !== 'manager')
    .map((value) => ({ value, label: `${teamCopy.roles[value]}: ${teamCopy.rights[value]}` }));
  const toggle = (id: string, isGiven: boolean) => {
    const others = (locationIds ?? []).filter((one) => one !== id);
    onChange({ ...rights, locationIds: isGiven ? [...others, id] : others });
  };
  return (
    <>
      <RadioGroup
        legend={say.role}
        options={options}
        chosen={role}
        onChoose={(chosen) => onChange({ ...rights, role: chosen })}
      />
      <fieldset className={styles.locations}>
        <legend>{say.locations}</legend>
        <Checkbox
          name="all"
          label={say.all}
          checked={locationIds === null}
          onChange={(isAll) => onChange({ ...rights, locationIds: isAll ? null : [] })}
        />
        {locationIds !== null &&
          locationsOf(user).map(({ id, address }) => (
            <Checkbox
              key={id}
              name={id}
              label={address}
              checked={locationIds.includes(id)}
              onChange={(isGiven) => toggle(id, isGiven)}
            />
          ))}
        {error && <FieldError id="locations-error">{error}</FieldError>}
      </fieldset>
      {isOwner && role === 'host' && (
        <Checkbox
          name="numbers"
          label={say.numbers}
          checked={mayReadNumbers}
          onChange={(isAllowed) => onChange({ ...rights, mayReadNumbers: isAllowed })}
        />
      )}
    </>
  );
}
