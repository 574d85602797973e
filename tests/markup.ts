/** What html-validate finds wrong with a whole page. */
import { HtmlValidate, type ConfigData } from 'html-validate';

const config: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
  },
};

const validator = new HtmlValidate(config);

/** Rule, place and words of each complaint; none is as it should be. */
export async function markupProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages, source }) =>
    messages.map(({ ruleId, message, offset, size }) => {
      const near = source?.slice(Math.max(0, offset - 60), offset + Math.max(size, 60)).replaceAll(/\s+/g, ' ');
      return `${ruleId}: ${message}: ${near}`;
    }),
  );
}
