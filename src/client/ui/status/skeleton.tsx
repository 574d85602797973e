import style from './skeleton.module.css';

type Props = {
  /** CSS lengths of the content, so that nothing moves when it arrives. */
  width?: string | undefined;
  height?: string | undefined;
  /** For round content. */
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
