import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig, type SimRig } from '../../watch/testing/sim-rig.ts'

export interface BridgeSite {
  database: TestDatabase
  /** The simulated network, 20 blocks long; the site's clock is its own. */
  rig: SimRig
  site: TestApp
  /** A member's browser at that network. */
  signIn(email: string): Promise<TestBrowser>
  close(): Promise<void>
}

const password = 'a long enough password'

/** The program with a network of these namespaces, and one without data availability. */
export async function openBridgeSite(namespaces: readonly string[]): Promise<BridgeSite> {
  const database = await createTestDatabase()
  const rig = await createSimRig({ database })
  await rig.to(20)
  const network = { ...rig.network, is_da_enabled: true, bridge_namespaces: [...namespaces] }
  const site = await createTestApp({
    database,
    clock: rig.clock,
    config: { roles: ['web'], port: 0 },
    catalogue: testCatalogue([network, testNetwork({ blockchain_id: 3 })]),
  })
  await site.app.start()
  return {
    database,
    rig,
    site,
    async signIn(email) {
      await site.createUser(email, password)
      return site.signedIn({ email, password }, { host: 'n9.localhost:8000' })
    },
    async close() {
      await site.close()
      await rig.close()
      await database.drop()
    },
  }
}
