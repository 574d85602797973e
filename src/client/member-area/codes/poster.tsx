import { Fragment, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { settingsCopy } from '../../../shared/copy/owner/settings.ts';
import { posterCatalogues } from '../../../shared/copy/posters.ts';
import { languageOfZone } from '../../../shared/language-of-place.ts';
import { languageFacts, languages, type Language } from '../../../shared/languages.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { joinUrl } from '../locations/join-link.ts';
import { PosterDoor } from './poster-door.tsx';
import styles from './poster.module.css';
import { useQrShape } from './qr-code.ts';

const say = settingsCopy.poster;

type Props = {
  open: boolean;
  onClose: () => void;
  businessName: string;
  username: string;
  /** The location of the poster; undefined for a poster of the whole business. */
  location?: { id: string; address: string } | undefined;
  /**
   * The time zone of the location. The language of this time zone is preselected as the poster's language beside
   * English.
   */
  timezone: string;
};

/**
 * Shows the poster in the form in which it will be printed. While the dialog is open, only the poster is printed, even
 * by the browser's own print command. A second copy of the poster is a child of the body, because some browsers do not
 * print an open dialog.
 */
export function PosterDialog({ open, onClose, timezone, ...about }: Props) {
  const [chosen, setChosen] = useState<Language>();
  const language = chosen ?? languageOfZone(timezone);
  const poster = open && <Poster {...about} language={language} />;
  return createPortal(
    <div className={styles.stage} data-open={open || undefined}>
      <Dialog open={open} onClose={onClose} title={say.title}>
        <p>{say.intro}</p>
        <div className={styles.languages}>
          <Field label={say.languages}>
            {(control) => (
              <select
                {...control}
                value={language}
                onChange={({ target }) => setChosen(languages.find((one) => one === target.value))}
              >
                {languages.map((one) => (
                  <option key={one} value={one}>
                    {one === 'en' ? languageFacts.en.name : say.withEnglish(languageFacts[one].name)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <div className={styles.preview}>{poster}</div>
        <DialogActions>
          <Button onClick={() => window.print()}>
            <Icon name="print" />
            {say.print}
          </Button>
          <Button tone="quiet" onClick={onClose}>
            {say.close}
          </Button>
        </DialogActions>
      </Dialog>
      <div className={styles.paper}>{poster}</div>
    </div>,
    document.body,
  );
}

/** Numbers of characters. For each number that a text exceeds, the font of the text is one size smaller. */
const NAME_STEPS = [12, 24, 48];
const PLACE_STEPS = [45, 90];
const ADDRESS_STEPS = [28, 40];

type PosterProps = Pick<Props, 'businessName' | 'username' | 'location'> & { language: Language };

function Poster({ businessName, username, location, language }: PosterProps) {
  const { shape } = useQrShape(joinUrl(username, location?.id));
  // The printed address opens the list of locations, because nobody can type the id of a location.
  const { host, pathname } = new URL(joinUrl(username));
  const address = decodeURIComponent(`${host}${pathname}`);
  const words = posterCatalogues[language];
  const english = language === 'en' ? null : posterCatalogues.en;
  const { direction } = languageFacts[language];
  return (
    <div className={styles.sheet}>
      <div>
        <p className={styles.name} data-step={stepOf(businessName, NAME_STEPS)}>
          <bdi>{businessName}</bdi>
        </p>
        {location && location.address !== '' && (
          <p className={styles.place} data-step={stepOf(location.address, PLACE_STEPS)}>
            <bdi>{location.address}</bdi>
          </p>
        )}
      </div>
      <div>
        <p className={styles.scan} lang={language} dir={direction}>
          {words.scan}
        </p>
        {english && <p className={styles.scanToo}>{english.scan}</p>}
      </div>
      <PosterDoor url={joinUrl(username, location?.id)} shape={shape} />
      <ol className={styles.steps} dir={direction}>
        {words.steps.map(({ title, rest }, index) => (
          <li key={title}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <p lang={language}>
              <b>{title}</b>
            </p>
            {english === null ? <p>{rest}</p> : <EnglishStep index={index} />}
          </li>
        ))}
      </ol>
      <div className={styles.typed}>
        <p>
          <span lang={language} dir={direction}>
            {words.orType}
          </span>
          {english && ` · ${english.orType}`}
        </p>
        <p className={styles.address} dir="ltr" data-step={stepOf(address, ADDRESS_STEPS)}>
          <BreakableAddress address={address} />
        </p>
        <p className={styles.foot}>
          <Logo />
        </p>
      </div>
    </div>
  );
}

function EnglishStep({ index }: { index: number }): ReactNode {
  const step = posterCatalogues.en.steps[index];
  return step && <p lang="en" dir="ltr">{`${step.title}. ${step.rest}`}</p>;
}

/** An address that can break into lines before each slash. */
function BreakableAddress({ address }: { address: string }) {
  return address.split('/').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          <wbr />/
        </>
      )}
      {part}
    </Fragment>
  ));
}

function stepOf(text: string, steps: number[]): number {
  return steps.filter((length) => text.length > length).length;
}
