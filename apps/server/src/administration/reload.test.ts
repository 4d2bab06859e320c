import { readFileSync } from 'node:fs'
import { systemFetch } from '../platform/clients/http-client.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Variable, variables } from '../platform/config/variables.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestBrowser } from '../testing/test-browser.ts'
import { testCatalogue, testNetwork } from '../testing/test-catalogue.ts'

const rpc = ['http://127.0.0.1:1']
const first = testNetwork({ rpc })
const second = testNetwork({ blockchain_id: 2, rpc, is_da_enabled: true })

describe('reload', () => {
  let site: TestApp
  let browser: TestBrowser
  beforeAll(async () => {
    site = await createTestApp({ catalogue: testCatalogue([first, second]), fetch: systemFetch })
    await site.app.start()
    await site.createUser('a@example.org', 'a good long password')
    browser = await site.signedIn(
      { email: 'a@example.org', password: 'a good long password' },
      { host: 'n1.localhost:8000' },
    )
  })
  afterAll(() => site.close())
  const list = (id: number) => browser.get(`/api/blockchains/list/${id}/`)
  const boot = async () =>
    (await browser.get('/api/networks/')).json<{
      networks: { name: string; blockchain_id: number }[]
      default_blockchain_id: number
    }>()
  const troubles = async () =>
    (await Promise.all(site.app.modules.map(async (module) => (await module.troubles?.()) ?? []))).flat()

  it('B203: from the next request on everything is as the new catalogue has it', async () => {
    const third = testNetwork({
      blockchain_id: 3,
      rpc,
      is_da_enabled: true,
      bridge_scrape: ['http://127.0.0.1:1/m'],
    })
    expect((await list(3)).status).toBe(404)
    const renamed = { ...first, name: 'Renamed', access: 'VIP' as const }
    expect(await site.reload(testCatalogue([third, renamed]))).toEqual([
      'Networks added: Network 3 (3)',
      'Networks changed: Renamed (1)',
      'Networks removed: Network 2 (2)',
    ])
    expect((await list(3)).status).toBe(200)
    expect((await list(2)).status).toBe(404)
    expect((await list(1)).status).toBe(403)
    expect((await boot()).networks.map(({ name }) => name)).toEqual(['Network 3', 'Renamed'])
    expect((await boot()).default_blockchain_id).toBe(3)
    expect(await site.reload(testCatalogue([first, second]))).toHaveLength(3)
    expect((await list(1)).status).toBe(200)
    expect(await site.reload(testCatalogue([first, second]))).toEqual(['No changes.'])
  })

  it('B203: a network without endpoints says that it is not followed, and no longer when it has some', async () => {
    const state = async () => (await list(1)).json<{ status: { state: string } }>().status.state
    await site.reload(testCatalogue([{ ...first, rpc: [] }, second]))
    expect(await state()).toBe('NOT_FOLLOWED')
    await site.reload(testCatalogue([first, second]))
    expect(await state()).not.toBe('NOT_FOLLOWED')
  })

  it('B204: a mistake changes nothing and is named by its path', async () => {
    const wrong = {
      ...testCatalogue([first]),
      default_blockchain_id: 9,
      networks: [{ ...first, rpc: ['ftp://x'] }],
    }
    await expect(site.reload(wrong)).rejects.toThrow(
      /networks\.json is not valid:\n(.*\n)*? {2}networks\[0\]\.rpc\[0\]: must be an http/,
    )
    await expect(site.reload(testCatalogue([first]), { heartbeatNetworks: [2] })).rejects.toThrow(
      'ROUNDSMAN_HEARTBEAT_NETWORKS names 2',
    )
    expect(site.platform.config.heartbeatNetworks).toBe(null)
    expect((await boot()).networks).toHaveLength(2)
    expect(await site.reload(testCatalogue([first, second]), { heartbeatNetworks: null })).toEqual([
      'No changes.',
    ])
  })

  it('B205: what nobody follows any more withholds no heartbeat', async () => {
    await site.platform.db.orm.execute(sql`
      insert into watch_network (network_id, epoch, height, observed_at) values (2, 1, 5, 0)
      on conflict (network_id) do update set epoch = 1, height = 5`)
    await site.platform.db.orm.execute(sql`
      insert into watch_block (network_id, epoch, height, at, letters, seq)
      values (2, 1, 4, 0, '', 1), (2, 1, 5, ${site.clock.now()}, '', 1)`)
    const ofSecond = async () => (await troubles()).filter((one) => one.includes('Network 2'))
    expect(await ofSecond()).not.toEqual([])
    await site.reload(testCatalogue([first]))
    expect(await ofSecond()).toEqual([])
    await site.reload(testCatalogue([first, second]))
    expect(await ofSecond()).not.toEqual([])
  })

  it('B206: variables that are marked hold at once; the others are named with what they need', async () => {
    const metrics = (token: string) =>
      browser.get('/metrics', {
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' },
      })
    expect((await metrics('a new token')).status).toBe(403)
    const lines = await site.reload(testCatalogue([first, second]), {
      metricsToken: 'a new token',
      publicUrl: 'https://new.example.org',
      port: 8123,
      backups: { dir: '/backups', everyMs: 1, keep: 1, recipient: null },
    })
    expect(lines).toEqual([
      'Changed: ROUNDSMAN_PUBLIC_URL, ROUNDSMAN_METRICS_TOKEN',
      'What these say has changed and needs a restart: ROUNDSMAN_PORT, ROUNDSMAN_BACKUP_DIR, ROUNDSMAN_BACKUP_EVERY, ROUNDSMAN_BACKUP_KEEP, ROUNDSMAN_BACKUP_RECIPIENT',
    ])
    expect((await metrics('a new token')).status).toBe(200)
    expect(site.platform.config.port).not.toBe(8123)
  })

  it('B206: mails go by the server and from the sender that are named now', async () => {
    const [one, other] = [await createMailCatcher(), await createMailCatcher()]
    const catalogue = testCatalogue([first, second])
    const mailTo = async (email: string) => {
      await site.createUser(email, 'a good long password')
      expect((await browser.post('/api/users/reset-password/', { email })).status).toBe(202)
    }
    try {
      await site.reload(catalogue, { mail: { smtpUrl: one.url, from: 'one@example.org' } })
      await mailTo('m1@example.org')
      await one.waitFor(1)
      await site.reload(catalogue, { mail: { smtpUrl: other.url, from: 'other@example.org' } })
      await mailTo('m2@example.org')
      const [caught] = await other.waitFor(1)
      expect([caught?.to, caught?.mail.from?.address]).toEqual([['m2@example.org'], 'other@example.org'])
      expect(one.mails).toHaveLength(1)
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  })

  it('B206: a provider that was not set up at the start needs a restart', async () => {
    const twilio = { accountSid: 'AC1', authToken: 'x', from: '+12025550123', url: 'https://api.twilio.com' }
    expect(await site.reload(testCatalogue([first, second]), { twilio })).toContainEqual(
      expect.stringMatching(/needs a restart: .*ROUNDSMAN_TWILIO_ACCOUNT_SID/),
    )
    expect(site.platform.config.twilio).toBe(null)
  })

  it('B206: the handbook marks the variables that a reload takes, and no others', () => {
    const handbook = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
    const rows = handbook.split('\n').filter((line) => line.startsWith('| `'))
    for (const [name, variable] of Object.entries<Variable>(variables)) {
      const row = rows.find((line) => line.split('|')[1]?.includes(`\`${name}\``))
      const marked = row?.split('|')[1]?.includes(`\`${name}\` ↻`)
      expect([name, marked]).toEqual([name, variable.reload === true])
    }
  })
})
