import { afterAll, beforeAll } from 'vitest'
import { createMailCatcher, type MailCatcher } from '../../../testing/mail-catcher.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'

export interface MailedSite {
  site: TestApp
  catcher: MailCatcher
}

/** The whole program, one for the file, with a server that keeps its mails. */
export function withMailedSite(
  begin: (made: MailedSite) => void,
  networks: Parameters<typeof testCatalogue>[0] = [testNetwork({ name: 'Celestia' })],
): void {
  let made: MailedSite
  beforeAll(async () => {
    const catcher = await createMailCatcher()
    const config = { mail: { smtpUrl: catcher.url, from: 'a@example.org' } }
    made = { catcher, site: await createTestApp({ catalogue: testCatalogue(networks), config }) }
    begin(made)
    await made.site.app.start()
  })
  afterAll(async () => {
    await made.site.close()
    await made.catcher.close()
  })
}
