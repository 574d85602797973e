/**
 * Starts the built app on a free port with its own empty state, and can change the storage of the app's Durable
 * Objects.
 */
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { createTestHarness } from 'wrangler';
import { noTelemetryEnv } from '../../../scripts/local/no-telemetry-env.ts';
import {
  DEFAULT_PORT,
  developmentVars,
  projectRoot,
  type Settings,
} from '../../../scripts/local/settings.ts';
import { secretNames } from '../../../scripts/local/variables.ts';
import { businesses } from '../../../src/worker/db/schema/businesses.ts';

export type App = {
  /** The origin of the app, without a slash at the end. */
  origin: string;
  /** Moves the end of a visit's hold into the past and wakes the object, as if the hold's time had passed. */
  endHold(locationId: string, visitId: string): Promise<void>;
  /**
   * Moves the end of all undo offers of a location into the past and wakes the object. The removed guests are then told
   * of their removal.
   */
  endUndo(locationId: string): Promise<void>;
  /** Sets columns of a business's row, as billing or an admin does. */
  changeAccount(username: string, columns: Partial<typeof businesses.$inferInsert>): Promise<void>;
  stop(): Promise<void>;
};

export async function startApp(own: Partial<Settings['vars']> = {}): Promise<App> {
  const vars = { ...developmentVars(DEFAULT_PORT), ...own };
  // The runtime reads secrets from the environment, not from `vars`.
  const secrets = Object.fromEntries(secretNames.map((name) => [name, vars[name]]));
  Object.assign(process.env, noTelemetryEnv, secrets);
  const server = createTestHarness({
    workers: [
      {
        configPath: path.join(projectRoot, 'dist', 'holdline', 'wrangler.json'),
        vars,
      },
    ],
  });
  const { url } = await server.listen();
  const worker = server.getWorker<{ DB: Parameters<typeof drizzle>[0] }>();
  await worker.applyD1Migrations('DB');
  // Deletes the secrets, because processes that other tests start inherit the environment.
  for (const name of Object.keys(secrets)) delete process.env[name];
  /** Writes to the storage of a location's object and restarts the object, which computes its alarm from the rows. */
  const write = async (locationId: string, sql: string, ...values: (string | number)[]) => {
    const object = { id: locationId };
    const storage = await worker.getDurableObjectStorage('LOCATION_QUEUE', object);
    await storage.exec(sql, ...values);
    await worker.evictDurableObject('LOCATION_QUEUE', { ...object, webSockets: 'hibernate' });
    await storage.exec('SELECT 1');
  };
  return {
    origin: url.origin,
    endHold: (locationId, visitId) =>
      write(locationId, 'UPDATE visit SET hold_ends_at = ? WHERE id = ?', Date.now() - 1, visitId),
    endUndo: (locationId) =>
      write(
        locationId,
        `UPDATE location
         SET undo = (SELECT json_group_array(json_set(value, '$.until', ?)) FROM json_each(undo))`,
        Date.now() - 1,
      ),
    changeAccount: async (username, columns) => {
      const { DB } = await worker.getEnv();
      await drizzle(DB).update(businesses).set(columns).where(eq(businesses.usernameKey, username));
    },
    stop: () => server.close(),
  };
}
