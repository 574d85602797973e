import style from './connection-badge.module.css';

type Connection = 'live' | 'reconnecting' | 'offline';

type Props = { state: Connection | undefined; words: Record<Connection, string> };

/**
 * The state of the connection: a mark with a word. Screen readers announce changes. If the state is undefined, the
 * badge is invisible but keeps its space.
 */
export function ConnectionBadge({ state, words }: Props) {
  return (
    <span className={style.badge} data-state={state} role="status">
      <i className={style.mark} />
      {words[state ?? 'live']}
    </span>
  );
}
