/** Judges a form by the schema of its call, strictly: the mock server lets names pass that nobody knows. */

type Property = { type?: string; pattern?: string; minLength?: number; maxLength?: number; $ref?: string };
type FormSchema = { required: string[]; properties: Record<string, Property> };

/** The fields that are unknown or not what the schema says, in the form's order, and those that are missing. */
export function wrongInForm({ required, properties }: FormSchema, form: URLSearchParams): string[] {
  const wrong = [...form].filter(([name, value]) => !isRight(properties[name], value)).map(([name]) => name);
  const missing = required.filter((name) => !form.has(name)).map((name) => `${name} is missing`);
  return [...wrong, ...missing];
}

function isRight(property: Property | undefined, value: string): boolean {
  if (property === undefined) return false;
  const { type, pattern, minLength = 0, maxLength = Infinity } = property;
  if (type === 'integer' && !/^-?\d+$/.test(value)) return false;
  if (pattern !== undefined && !new RegExp(pattern).test(value)) return false;
  return value.length >= minLength && value.length <= maxLength;
}
