import style from './skeleton.module.css';

type Props = {
  /** CSS lengths. They are the size of the content, so that nothing moves when the content replaces the skeleton. */
  width?: string | undefined;
  height?: string | undefined;
  /** Whether the content is round. */
  round?: boolean;
};

/**
 * A placeholder of loading content. The placeholder appears after 300 ms, because faster content needs no
 * placeholder.
 */
export function Skeleton({ width = '100%', height = '1em', round = false }: Props) {
  return (
    <span
      className={style.skeleton}
      aria-hidden="true"
      style={{ width, height, borderRadius: round ? '50%' : undefined }}
    />
  );
}
