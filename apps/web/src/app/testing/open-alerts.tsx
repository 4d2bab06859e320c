import type { AlertEntry } from '@roundsman/contract/alerts/alerts'
import { screen } from '@testing-library/react'
import { someAlertSettings } from '../../data/testing/some-alert-settings.ts'
import { someList, someValidator } from '../../data/testing/some-list.ts'
import { openPage, problem, robin, type Reply } from './open-page.tsx'

export const wait = { timeout: 60_000 }
const user = { ...robin, phones: [{ user_phone_id: 1, phone: '+12025550143', is_confirmed: true }] }
const list = someList([1, 2, 3].map((id) => someValidator({ id })))
export const entry: AlertEntry = {
  ...{ id: 11, blockchain_validator_id: 1, bridge_id: null, setting_id: 1121, channels: ['SMS'] },
  muted_until: null,
}
export const channels = ['SMS', 'VOICE', 'EMAIL'].map((channel) => ({
  channel,
  is_available: channel !== 'VOICE',
}))
export const manage = 'POST /api/alerts/user-settings/manage/'

export type Answer = (call: string, body: unknown) => Reply | undefined | Promise<Reply | undefined>

/** The page before a server that keeps entries, each version of them with a tag of its own. */
export async function openAlerts(
  path: string,
  answer: Answer = () => undefined,
  { timezone = 'UTC', onPhone = false } = {},
) {
  const kept = { entries: [entry], version: 1 }
  const page = await openPage(
    path,
    async (call, body) => {
      const said = await answer(call, body)
      if (said !== undefined) return said
      switch (call) {
        case 'GET /api/users/profile/':
          return [200, { ...user, timezone }]
        case 'GET /api/blockchains/list/1/':
          return [200, list]
        case 'GET /api/users/preferences/':
          return [200, { favourite_validators: [], tables: {} }]
        case 'GET /api/users/channels/':
          return [200, { channels }]
        case 'GET /api/alerts/settings/':
          return [200, someAlertSettings]
        case 'GET /api/alerts/silences/?blockchain_id=1':
          return [200, { silences: [] }]
        case 'GET /api/alerts/user-settings/1/':
          return [200, { entries: kept.entries }, { ETag: `"v${kept.version}"` }]
        case manage:
          kept.version += 1
          return [200, { entries: kept.entries }]
        default:
          return call.startsWith('GET /api/alerts/conditions/1/')
            ? [
                200,
                {
                  conditions: [
                    { setting_id: 1121, state: 'TRUE', since: null, value: null, observed_at: null },
                  ],
                },
              ]
            : [404, problem(404, 'not_found')]
      }
    },
    { onPhone },
  )
  return { ...page, kept }
}
export const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name }, wait)
export const press = (name: string | RegExp) => screen.findByRole('button', { name }, wait)
export const changesOf = (asked: readonly { call: string; body: unknown }[]) =>
  asked.filter(({ call }) => call === manage).map(({ body }) => body)
