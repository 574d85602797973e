/** Problems that html-validate finds in a whole page. It uses its recommended rules and its accessibility rules. */
import { HtmlValidate, type ConfigData } from 'html-validate';

const config: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // These rules are about the style in which Prettier and React write HTML. The style has no meaning for browsers.
    'doctype-style': 'off',
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    // The ids that React makes begin with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // Inputs have no `type="text"`, because `text` is the default and guests' pages should be small.
    'no-implicit-input-type': 'off',
    // A guest's page without scripts reloads itself by a tag in `noscript`.
    'meta-refresh': 'off',
  },
};

const validator = new HtmlValidate(config);

/**
 * The rule, message and place of each problem. Templates are left out, because the content of a template is not in the
 * document.
 */
export async function markupProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html.replace(/<template.*?<\/template>/s, ''));
  return results.flatMap(({ messages, source }) =>
    messages.map(
      ({ ruleId, message, offset }) => `${ruleId}: ${message}: ${source?.slice(offset, offset + 120)}`,
    ),
  );
}
