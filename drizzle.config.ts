import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  driver: 'd1-http',
  schema: './src/worker/{db/schema/*,development/schema}.ts',
  out: './migrations',
});
