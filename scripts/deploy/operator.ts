/** The operator's name and address: asked for at a first deployment, and stored in `wrangler.toml`. */
import type { ConfigVariables } from '../../src/worker/platform/config.ts';
import type { Facts } from './facts.ts';
import { configProblems } from './plan.ts';
import type { Ask } from './secrets.ts';

const questions = {
  SUPPORT_EMAIL: 'the address that guests and owners write to',
  LEGAL_ENTITY: 'who offers the product, as the terms and the policy name it',
} as const;
export type OperatorVariable = keyof typeof questions;

/**
 * Asks for each missing variable, and asks again if the Worker would refuse the value. Returns [] if none is missing.
 */
export async function askOperator(
  facts: Facts,
  ask: Ask,
  say: (line: string) => void,
): Promise<{ name: OperatorVariable; value: string }[]> {
  const typed: { name: OperatorVariable; value: string }[] = [];
  const missing = operatorVariables.filter((name) => !facts.declared.vars[name]);
  for (const name of missing) {
    let problem: string | undefined;
    do {
      const value = (await ask(`${name}, ${questions[name]} (not shown): `)).trim();
      problem = await problemOf(name, value, facts);
      if (problem === undefined) typed.push({ name, value });
      else say(problem);
    } while (problem !== undefined);
  }
  return typed;
}

const operatorVariables = ['SUPPORT_EMAIL', 'LEGAL_ENTITY'] as const satisfies OperatorVariable[];

async function problemOf(name: OperatorVariable, value: string, facts: Facts): Promise<string | undefined> {
  const vars: ConfigVariables = { ...facts.declared.vars, [name]: value };
  const problems = await configProblems({ ...facts, declared: { ...facts.declared, vars } });
  return problems.find((sentence) => sentence.startsWith(`${name} `));
}
