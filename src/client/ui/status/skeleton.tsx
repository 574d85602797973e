import style from './skeleton.module.css';

type Props = {
  /** CSS lengths of what will stand there, so that nothing moves when it comes. */
  width?: string | undefined;
  height?: string | undefined;
  /** For what is a circle. */
  round?: boolean;
};

/** The place of something that is on its way. It shows itself after 300 ms only: what comes sooner needs no stand-in. */
export function Skeleton({ width = '100%', height = '1em', round = false }: Props) {
  return (
    <span
      className={style.skeleton}
      aria-hidden="true"
      style={{ width, height, borderRadius: round ? '50%' : undefined }}
    />
  );
}
