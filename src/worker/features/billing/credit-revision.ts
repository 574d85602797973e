/**
 * SQL expression for the next revision of credits. Changes by an admin, grants and ceilings share one count. So the
 * latest change wins, even if changes arrive at a location's object in another order. If the transaction that computes
 * the number also stores it, no other change gets the same number.
 */
export const NEXT_CREDIT_REVISION = `(SELECT coalesce(max(revision), 0) + 1 FROM
  (SELECT max(id) AS revision FROM admin_changes UNION ALL SELECT max(revision) FROM credit_grants
    UNION ALL SELECT max(ceiling_revision) FROM credit_grants))`;
