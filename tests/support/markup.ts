/** Checks a whole page with html-validate, with its recommended rules and its accessibility rules. */
import { HtmlValidate, type ConfigData } from 'html-validate';

const config: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // These rules are about style that has no meaning for browsers. Prettier and React write HTML in another style.
    'doctype-style': 'off',
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    // The ids that React makes begin with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // Guests' pages leave out the type `text` of an input, because it is the default and the pages should be small.
    'no-implicit-input-type': 'off',
    // Without scripts, a guest's page reloads itself by a tag in `noscript`.
    'meta-refresh': 'off',
  },
};

const validator = new HtmlValidate(config);

/**
 * The rule, message and place of each problem. Templates are not checked, because their content is not in the document.
 */
export async function markupProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html.replace(/<template.*?<\/template>/s, ''));
  return results.flatMap(({ messages, source }) =>
    messages.map(
      ({ ruleId, message, offset }) => `${ruleId}: ${message}: ${source?.slice(offset, offset + 120)}`,
    ),
  );
}
