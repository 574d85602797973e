/** Operators. All queries on `operators` are here, except the join of a session (`admin-sessions.ts`). */
import { and, asc, count, eq, exists, getTableColumns, isNull, ne, sql } from 'drizzle-orm';
import { operatorRights, type OperatorRight } from '../../../shared/contracts/admin.ts';
import type { Database } from '../../db/client.ts';
import { operatorPasskeys, operators } from '../../db/schema/admin.ts';

export type OperatorRow = typeof operators.$inferSelect;

/** The operator who is logged in. */
export type Operator = { name: string; rights: OperatorRight[] };

/** The rights in the stored text of a row. */
export function rightsIn(stored: string): OperatorRight[] {
  const held = new Set(stored.split(','));
  return operatorRights.filter((right) => held.has(right));
}

/** The operator with exactly this name, disabled or not; undefined if no operator has the name. */
export function findOperator(db: Database, name: string): Promise<OperatorRow | undefined> {
  return db.select().from(operators).where(eq(operators.name, name)).get();
}

/** Whether any operator exists. If an operator exists, log-ins ignore `ADMIN_USERNAME` and its password. */
export async function hasOperators(db: Database): Promise<boolean> {
  return (await db.select({ name: operators.name }).from(operators).limit(1).get()) !== undefined;
}

export function allOperators(db: Database): Promise<(OperatorRow & { passkeys: number })[]> {
  return db
    .select({ ...getTableColumns(operators), passkeys: count(operatorPasskeys.id) })
    .from(operators)
    .leftJoin(operatorPasskeys, eq(operatorPasskeys.operator, operators.name))
    .groupBy(operators.name)
    .orderBy(asc(operators.name))
    .all();
}

/**
 * Statement for a batch: adds an operator. Does nothing if the name is taken. Returns a row if the operator was added.
 */
export function insertOperator(
  db: Database,
  {
    rights,
    ...about
  }: Pick<OperatorRow, 'name' | 'passwordHash' | 'addedAt' | 'addedBy'> & {
    rights: readonly OperatorRight[];
  },
) {
  return db
    .insert(operators)
    .values({ ...about, rights: rights.join(',') })
    .onConflictDoNothing()
    .returning({ name: operators.name });
}

/**
 * Statement for a batch: changes the rights of an operator, and whether the operator is disabled. Does nothing if the
 * row was changed after `found` was read, or if no operator would be left who can manage operators. Returns a row if
 * the operator was changed.
 */
export function updateOperator(
  db: Database,
  found: OperatorRow,
  { rights, disabledAt }: { rights: readonly OperatorRight[]; disabledAt: number | null },
) {
  const { name } = found;
  const isAsFound = and(
    eq(operators.name, name),
    eq(operators.rights, found.rights),
    sql`${operators.disabledAt} is ${found.disabledAt}`,
  );
  const isManager = disabledAt === null && rights.includes('operators');
  const others = db
    .select({ name: operators.name })
    .from(operators)
    .where(
      and(
        ne(operators.name, name),
        isNull(operators.disabledAt),
        sql`instr(',' || ${operators.rights} || ',', ',operators,') > 0`,
      ),
    );
  return db
    .update(operators)
    .set({ rights: rights.join(','), disabledAt })
    .where(and(isAsFound, isManager ? undefined : exists(others)))
    .returning({ name: operators.name });
}

/**
 * Statement for a batch: sets a new password, if the operator still has the hash `before`. Returns a row if the
 * password was set.
 */
export function setOperatorPassword(db: Database, name: string, before: string, passwordHash: string) {
  return db
    .update(operators)
    .set({ passwordHash })
    .where(and(eq(operators.name, name), eq(operators.passwordHash, before)))
    .returning({ name: operators.name });
}
