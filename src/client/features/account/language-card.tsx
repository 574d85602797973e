import { pageLanguage } from '../../../shared/copy/page-language.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { languageFacts, type Language } from '../../../shared/languages.ts';
import { request } from '../../lib/api.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useCall } from './use-call.ts';

const say = securityCopy.language;

type Props = {
  offered: readonly Language[];
  /** Called after the Worker has stored the language. */
  onChanged: () => void;
};

/** The language of the person's pages and mails. Shows nothing if only one language is offered. */
export function LanguageCard({ offered, onChanged }: Props) {
  const { busy, run } = useCall({ failed: say.failed });

  async function change(language: string): Promise<void> {
    if ((await run(() => request('PATCH', '/auth/language', { body: { language } }))) !== null) onChanged();
  }

  if (offered.length < 2) return null;
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <Field label={say.label}>
        {(control) => (
          <select
            {...control}
            value={pageLanguage}
            disabled={busy}
            onChange={({ target }) => void change(target.value)}
          >
            {offered.map((language) => (
              <option key={language} value={language} lang={language}>
                {languageFacts[language].name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Card>
  );
}
