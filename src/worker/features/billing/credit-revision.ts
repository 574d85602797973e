/**
 * One count for all that sets balances, the admin's changes, the monthly grants and what a smaller plan leaves of them: whatever order they reach a location's
 * object in, the one that was made last wins. A statement's own transaction makes the next number certain.
 */
export const NEXT_CREDIT_REVISION = `(SELECT coalesce(max(revision), 0) + 1 FROM
  (SELECT max(id) AS revision FROM admin_changes UNION ALL SELECT max(revision) FROM credit_grants
    UNION ALL SELECT max(ceiling_revision) FROM credit_grants))`;
