import { type Config, loadConfig } from '../platform/config/config.ts'
import { systemIds } from '../platform/ids.ts'
import type { TestDatabase } from './test-database.ts'

/** What the program makes of an environment that says nothing but where its data is. */
export function testConfig(database: TestDatabase): Config {
  const environment = {
    ROUNDSMAN_DATA_DIR: database.dataDir,
    ROUNDSMAN_SECRET: 'a secret for tests, 32 bytes at least',
  }
  return { ...loadConfig(environment, systemIds), databaseUrl: database.url }
}
