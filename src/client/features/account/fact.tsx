import { Badge } from '../../ui/status/badge.tsx';
import cards from '../../member-area/cards.module.css';
import styles from './account.module.css';

type Props = {
  term: string;
  value: string;
  /** `is`: whether the value is confirmed. `words`: the badge. Absent if the value needs no confirmation. */
  confirmed?: { is: boolean; words: string };
};

/** A value of the account on a card, with a badge that says whether the value is confirmed. */
export function Fact({ term, value, confirmed }: Props) {
  return (
    <div className={styles.fact}>
      <div>
        <p className={cards.term}>{term}</p>
        <p className={cards.value}>
          <bdi>{value}</bdi>
        </p>
      </div>
      {confirmed && (
        <Badge tone={confirmed.is ? 'ok' : 'waiting'} icon={confirmed.is ? 'check' : 'clock'}>
          {confirmed.words}
        </Badge>
      )}
    </div>
  );
}
