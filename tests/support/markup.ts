/** Problems that html-validate finds in a whole page: its recommended rules and the accessibility rules. */
import { HtmlValidate, type ConfigData } from 'html-validate';

const config: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // Style of Prettier and React, without meaning for browsers.
    'doctype-style': 'off',
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    // React's ids begin with an underscore. HTML only forbids spaces.
    'valid-id': ['error', { relaxed: true }],
    // `text` is the default type of an input, and guests' pages should be small.
    'no-implicit-input-type': 'off',
    // A guest's page reloads itself without scripts, by a tag in `noscript`.
    'meta-refresh': 'off',
  },
};

const validator = new HtmlValidate(config);

/** Rule, message and place of each problem. A template is left out, because its content is not in the document. */
export async function markupProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html.replace(/<template.*?<\/template>/s, ''));
  return results.flatMap(({ messages, source }) =>
    messages.map(
      ({ ruleId, message, offset }) => `${ruleId}: ${message}: ${source?.slice(offset, offset + 120)}`,
    ),
  );
}
