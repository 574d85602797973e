import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import style from './guest-frame.module.css';
import { LanguageChoice } from './language-choice.tsx';

type Props = {
  /** What stands at the top instead of the brand. */
  head?: ReactNode | undefined;
  children: ReactNode;
};

/** The one column all of a guest's steps stand in, as tall as the screen so that actions come to the thumb. */
export function GuestFrame({ head, children }: Props) {
  return (
    <main className={style.page}>
      <header className={style.top}>
        {head ?? (
          <a href="/" className={style.brand}>
            <Logo size={28} />
          </a>
        )}
      </header>
      {children}
      <LanguageChoice />
    </main>
  );
}

type PlaceProps = { businessName: string; address?: string | undefined; children?: ReactNode | undefined };

/** Where one is in line: the head of every page that knows it. */
export function PlaceHead({ businessName, address, children }: PlaceProps) {
  return (
    <>
      <p className={style.place}>
        <b>
          <bdi>{businessName}</bdi>
        </b>
        {address && (
          <span>
            <bdi>{address}</bdi>
          </span>
        )}
      </p>
      {children}
    </>
  );
}
