import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import style from './guest-frame.module.css';
import { LANGUAGE_PARAMETER, languageFacts, languages, type Language } from '../../../shared/languages.ts';
import { LOCATION_PARAMETER } from '../../../shared/typing/page-parameters.ts';
import { toast } from '../../ui/status/toast.tsx';
import { useI18n } from './i18n.tsx';

type Props = {
  /** The content of the header. Default: the product's name. */
  head?: ReactNode | undefined;
  children: ReactNode;
};

/**
 * The column around every step of the guest's page. The column is as tall as the screen, so that buttons are
 * near the thumb.
 */
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

type LocationHeadProps = {
  businessName: string;
  address?: string | undefined;
  children?: ReactNode | undefined;
};

/** The header of a page with a known location: business and address. */
export function LocationHead({ businessName, address, children }: LocationHeadProps) {
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

/**
 * Links to the other languages. Each link shows the language's own name for itself. Links also work before hydration.
 */
function LanguageChoice() {
  const { language: spoken, copy, at, choose } = useI18n();
  // Without scripts a link loads the page again, so the link must contain the location.
  const place = at === undefined ? '' : `&${LOCATION_PARAMETER}=${encodeURIComponent(at)}`;

  async function change(language: Language): Promise<void> {
    try {
      await choose(language);
    } catch {
      // The sentences could not be loaded, so the page keeps the current language.
      toast(copy.page.loadFailedHint, { tone: 'bad' });
    }
  }

  return (
    <nav className={style.languages} aria-label={copy.page.language}>
      {languages.map((language) => (
        <a
          key={language}
          href={`?${LANGUAGE_PARAMETER}=${language}${place}`}
          lang={language}
          dir={languageFacts[language].direction}
          aria-current={language === spoken || undefined}
          onClick={(event) => {
            event.preventDefault();
            void change(language);
          }}
        >
          {languageFacts[language].name}
        </a>
      ))}
    </nav>
  );
}
