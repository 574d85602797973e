/** Validates a form strictly by the schema of its call: unknown names and wrong kinds of values are errors. */
import schema from '../data/stripe-params-2026-10-28.schema.json' with { type: 'json' };

/** The parts of JSON schema that the generated file uses. */
type Schema = {
  $ref?: string;
  anyOf?: Schema[];
  type?: string | string[];
  const?: Word;
  enum?: Word[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
};

type Word = string | number | boolean | null;

/** Fields of a form, read from names such as `line_items[0][price]`. */
type Field = string | { [name: string]: Field };

const definitions = new Map<string, Schema>(Object.entries(schema.definitions));
const calls = new Map<string, Schema>(Object.entries(schema.calls));

/**
 * The names of invalid fields in the parameters of the call `name` (such as `POST /v1/customers`), or an empty list if
 * the call is valid.
 */
export function wrongInCall(name: string, parameters: URLSearchParams): string[] {
  const wanted = calls.get(name);
  if (wanted === undefined) return [`${name} is no call that is known`];
  return wrongIn(wanted, nested(parameters), '');
}

function nested(parameters: URLSearchParams): Field {
  const whole: Field = {};
  for (const [name, value] of parameters) {
    const path = name.replaceAll(']', '').split('[');
    let at: { [name: string]: Field } = whole;
    for (const part of path.slice(0, -1)) {
      const next = at[part];
      const within = typeof next === 'object' ? next : {};
      at[part] = within;
      at = within;
    }
    at[path.at(-1) ?? ''] = value;
  }
  return whole;
}

function wrongIn(wanted: Schema, given: Field, at: string): string[] {
  if (wanted.$ref !== undefined) {
    const name = decodeURIComponent(wanted.$ref.replace('#/definitions/', ''));
    const found = definitions.get(name);
    return found === undefined ? [`${at}: ${name} is not in the schema`] : wrongIn(found, given, at);
  }
  if (wanted.anyOf !== undefined) {
    const each = wanted.anyOf.map((one) => wrongIn(one, given, at));
    return each.some((wrong) => wrong.length === 0) ? [] : (each[0] ?? [at]);
  }
  if (typeof given === 'string') return isOfKind(wanted, given) ? [] : [at];
  if (wanted.type === 'array') {
    return Object.entries(given).flatMap(([place, one]) =>
      wrongIn(wanted.items ?? {}, one, `${at}[${place}]`),
    );
  }
  if (wanted.type !== 'object') return [at];
  const missing = (wanted.required ?? []).filter((name) => !(name in given));
  return [
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.entries(given).flatMap(([name, one]) => {
      const own = wanted.properties?.[name] ?? wanted.additionalProperties;
      return typeof own === 'object' ? wrongIn(own, one, `${at}.${name}`) : [`${at}.${name}`];
    }),
  ];
}

/** Whether the text `given` stands for a value of this kind. All values of a form are text. */
function isOfKind({ type, enum: words, const: word }: Schema, given: string): boolean {
  if (word !== undefined) return given === String(word);
  if (words !== undefined) return words.map(String).includes(given);
  const kinds = typeof type === 'string' ? [type] : (type ?? []);
  return kinds.some(
    (kind) =>
      kind === 'string' ||
      (kind === 'number' && /^-?\d+(\.\d+)?$/.test(given)) ||
      (kind === 'boolean' && /^(true|false)$/.test(given)),
  );
}
