import { catalogue } from '@roundsman/alerting/catalogue'
import type { AlertConditions } from '@roundsman/contract/alerts/alert-actions'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { Governance } from '@roundsman/contract/governance/governance'
import type { ValidatorsList } from '@roundsman/contract/networks/validators'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { everybodysFavourites } from '../accounts/accounts.public.ts'
import { watchedByEntries } from '../alerts/alerts.public.ts'
import { type LiveNetwork, startLiveNetwork } from '../watch/testing/live-network.ts'

const password = 'a long enough password'
const reader = { email: 'reader@example.org', password }
let network: LiveNetwork
let site: TestApp

beforeAll(async () => {
  network = await startLiveNetwork([
    { at: 2, what: 'submit_proposal', title: 'Raise the limit' },
    { at: 3, what: 'vote', proposal: 1, validator: 0 },
  ])
  site = await createTestApp({
    catalogue: network.catalogue,
    clock: systemClock,
    fetch,
    config: { roles: ['web', 'watch'] },
  })
  await site.app.prepare()
  await site.createUser(reader.email, password)
})
afterAll(async () => {
  await site.close()
  await network.close()
})

const notVoted = 11_011

/** Entries about every validator of the network, as if they had been there for long. */
async function watchEvery(): Promise<void> {
  await site.database.db.orm.execute(sql`
    INSERT INTO alert_entry (user_id, network_id, setting_id, channels, created_at)
    SELECT id, 9, ${notVoted}, '{EMAIL}', now() FROM user_account`)
}

test('V10, V11: whoever somebody’s alerts are about is shown with its vote, from the chain to the answer', async () => {
  await watchEvery()
  await site.app.start()
  const browser = await site.signedIn(reader, { host: 'test.localhost:8000' })
  const list = async <T>(path: string) => (await browser.get(path)).json<T>()
  await expect
    .poll(async () => (await list<Governance>('/api/governance/9/')).proposals, {
      timeout: 60_000,
      interval: 500,
    })
    .toMatchObject([{ proposal_id: 1, title: 'Raise the limit', state: 'VOTING' }])
  const { validators } = await list<ValidatorsList>('/api/blockchains/list/9/')
  const favourites = validators.map(({ id }) => ({ blockchain_id: 9, validator_id: id }))
  await browser.put('/api/users/preferences/', { favourite_validators: favourites, tables: {} })
  const voter = network.chain.view().chain.roster[0]?.consensusHex
  const id = validators.find(({ consensus_address }) => consensus_address === voter)?.id
  const rest = validators.map((one) => one.id).filter((one) => one !== id)
  await expect
    .poll(async () => (await list<Governance>('/api/governance/9/')).proposals[0], {
      timeout: 60_000,
      interval: 500,
    })
    .toMatchObject({ voted: [id], not_voted: expect.arrayContaining(rest) as number[], unknown: [] })
})

test('V23: whoever has not voted by then is in the history of whoever asked for it, with the proposal', async () => {
  const browser = await site.signedIn(reader, { host: 'test.localhost:8000' })
  const history = async () => (await browser.get('/api/alerts/history/9/')).json<AlertHistoryItem[]>()
  await expect.poll(async () => (await history()).length, { timeout: 60_000, interval: 500 }).toBe(5)
  const [item] = await history()
  expect(item).toMatchObject({
    ...{ setting_id: notVoted, type: 'GOVERNANCE', status: 'ONGOING', target_type: 'VALIDATOR' },
    evidence: { proposal_id: 1, title: 'Raise the limit', assurance: 'PROVEN', is_expedited: false },
  })
  expect(item?.message).toContain('Raise the limit')
  expect(item?.deliveries).toHaveLength(1)
  const path = `/api/alerts/conditions/9/?blockchain_validator_id=${item?.blockchain_validator_id}`
  const { conditions } = (await browser.get(path)).json<AlertConditions>()
  expect(conditions.find(({ setting_id: id }) => id === notVoted)).toMatchObject({
    state: 'TRUE',
    value: expect.any(Number) as number,
  })
})

test('V11: favourites and entries of all users are what is watched', async () => {
  const { orm } = site.database.db
  const all = await everybodysFavourites(orm)
  expect([...all.keys()]).toEqual([9])
  expect(all.get(9)?.size).toBe(6)
  expect(await watchedByEntries(orm)).toEqual(new Map([[9, { isEvery: true, keys: new Set() }]]))
  await orm.execute(sql`UPDATE alert_entry SET validator_key = 'ada'`)
  expect(await watchedByEntries(orm)).toEqual(new Map([[9, { isEvery: false, keys: new Set(['ada']) }]]))
  // About the network itself.
  const [setting] = catalogue.settings('en').NETWORK
  await orm.execute(sql`UPDATE alert_entry SET validator_key = NULL, setting_id = ${setting?.id ?? 0}`)
  expect(await watchedByEntries(orm)).toEqual(new Map([[9, { isEvery: false, keys: new Set() }]]))
})
