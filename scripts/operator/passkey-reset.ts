/** SQL that resets the passkeys of an operator, for the case that no other operator can do this in `/admin`. */

/** The name of the actor in the audit log. No operator can have this name. */
const RESET_COMMAND = 'npm run passkeys:reset';

/**
 * Statements that return the operator's name, then the names of the removed passkeys. The statements also end the
 * operator's sessions and add a row to the audit log, like `resetPasskeys` of the Worker. If no operator has this name,
 * the statements change nothing.
 */
export function resetStatements(operator: string, now: number): string[] {
  const name = quoted(operator);
  return [
    `select name from operators where name = ${name}`,
    `delete from operator_passkeys where operator = ${name} returning name`,
    `delete from admin_sessions where operator = ${name}`,
    `insert into operator_acts (at, operator, kind, about) select ${now}, ${quoted(RESET_COMMAND)}, 'passkeys_reset', name from operators where name = ${name}`,
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
