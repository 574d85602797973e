/** What html-validate finds wrong with a whole page: its recommended rules and those of accessibility. */
import { HtmlValidate, type ConfigData } from 'html-validate';

const config: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // How Prettier and React write: all of it means the same to a browser.
    'doctype-style': 'off',
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    // React's ids begin with an underscore. HTML asks for no more than that they have no space.
    'valid-id': ['error', { relaxed: true }],
    // `text` is what an input is by itself, and guests' pages count each byte.
    'no-implicit-input-type': 'off',
    // Where no script runs a guest's page asks for the place anew, in a tag that browsers with scripts pass over.
    'meta-refresh': 'off',
  },
};

const validator = new HtmlValidate(config);

/** Rule, words and place of each complaint. */
export async function markupProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages, source }) =>
    messages.map(
      ({ ruleId, message, offset }) => `${ruleId}: ${message}: ${source?.slice(offset, offset + 120)}`,
    ),
  );
}
