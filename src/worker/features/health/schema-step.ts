/** The file of `migrations/` that this database was brought up to; null: none. Rejects where the database is away. */
export function schemaStep(db: D1Database): Promise<string | null> {
  return db.prepare('SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1').first<string>('name');
}
