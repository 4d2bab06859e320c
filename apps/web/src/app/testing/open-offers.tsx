import type { AlertEntry } from '@roundsman/contract/alerts/alerts'
import { offeredSets, recommend } from '../../data/alerts/recommended.data.ts'
import { someDetails } from '../../data/testing/some-details.ts'
import { someList, someValidator } from '../../data/testing/some-list.ts'
import { openPage, robin, type Reply } from './open-page.tsx'

export const wait = { timeout: 60_000 }
const user = { ...robin, phones: [{ user_phone_id: 1, phone: '+12025550143', is_confirmed: true }] }
const channels = ['SMS', 'VOICE', 'EMAIL'].map((channel) => ({ channel, is_available: true }))
export const manage = 'POST /api/alerts/user-settings/manage/'
/** What is set for validator 2. */
export const own: AlertEntry = {
  ...{ id: 11, blockchain_validator_id: 2, bridge_id: null, setting_id: 1111, channels: ['EMAIL'] },
  muted_until: null,
}
export const every = new Set(['SMS', 'VOICE', 'EMAIL'] as const)
/** What its operator is recommended, of it and of the network. */
export const all = recommend(offeredSets.operator.validator, every)
export const ofNetwork = recommend(offeredSets.operator.network, every)
export const entryOf =
  (id: number | null) =>
  (one: Pick<AlertEntry, 'setting_id' | 'channels'>, at: number): AlertEntry => ({
    ...{ id: 100 + at, blockchain_validator_id: id, bridge_id: null, muted_until: null },
    ...one,
  })

interface Change {
  targets: { blockchain_validator_id?: number }[]
  entries: AlertEntry[]
}
const afterChange = (before: AlertEntry[], { targets, entries }: Change) =>
  targets.reduce((kept, { blockchain_validator_id: id = null }) => {
    const others = kept.filter((one) => one.blockchain_validator_id !== id)
    return [...others, ...entries.map(entryOf(id))]
  }, before)

/** A page with two validators before a server that keeps what is set. */
export async function openOffers(path: string, options: Options = {}) {
  const { entries = [own], answer = () => undefined, dismissed, mine = [] } = options
  const kept = { entries, preferences: { favourite_validators: mine, tables: {}, dismissed } }
  const page = await openPage(path, (call, body) => {
    const said = answer(call, body)
    if (said !== undefined) return said
    switch (call) {
      case 'GET /api/users/profile/':
        return [200, user]
      case 'GET /api/blockchains/list/1/':
        return [200, someList([1, 2].map((id) => someValidator({ id })))]
      case 'GET /api/users/preferences/':
        return [200, kept.preferences]
      case 'PUT /api/users/preferences/':
        kept.preferences = body as typeof kept.preferences
        return [200, body]
      case 'GET /api/users/channels/':
        return [200, { channels }]
      case 'GET /api/alerts/user-settings/1/':
        return [200, { entries: kept.entries }]
      case manage:
        kept.entries = afterChange(kept.entries, body as Change)
        return [200, { entries: kept.entries }]
      default:
        if (call === 'GET /api/governance/1/votes/2/') return [200, { votes: [] }]
        return call.includes('/details/1/2/') ? [200, someDetails({ id: 2 })] : undefined
    }
  })
  const changes = () => page.asked.filter(({ call }) => call === manage).map(({ body }) => body)
  return { ...page, changes, preferences: () => kept.preferences }
}
export interface Options {
  dismissed?: string[]
  mine?: object[]
  entries?: AlertEntry[]
  answer?: (call: string, body: unknown) => Reply | Promise<Reply> | undefined
}
