import type { LiveEvent } from '@roundsman/contract/live/live'
import type { Boot, Network } from '@roundsman/contract/networks/networks'
import { QueryClient } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { vi } from 'vitest'
import { createApiClient } from '../../data/api/api-client.ts'
import { createStreamSeq, type LineUpdate } from '../../data/api/live-line.ts'
import { createServerTime } from '../../data/browser/clock.ts'
import type { Services } from '../../data/services/services.ts'
import { createSettings } from '../../data/services/settings.ts'
import { createFakeClock } from '../../data/testing/fake-clock.ts'
import { someAlertSettings } from '../../data/testing/some-alert-settings.ts'
import { createFakeScreen } from '../../data/testing/fake-screen.ts'
import { createFakeTab, startSession } from '../../data/testing/start-session.ts'
import account from '../../i18n/account.en.json'
import accountUk from '../../i18n/account.uk.json'
import alerts from '../../i18n/alerts.en.json'
import alertsUk from '../../i18n/alerts.uk.json'
import bridges from '../../i18n/bridges.en.json'
import bridgesUk from '../../i18n/bridges.uk.json'
import charts from '../../i18n/charts.en.json'
import chartsUk from '../../i18n/charts.uk.json'
import contacts from '../../i18n/contacts.en.json'
import contactsUk from '../../i18n/contacts.uk.json'
import en from '../../i18n/en.json'
import governance from '../../i18n/governance.en.json'
import governanceUk from '../../i18n/governance.uk.json'
import history from '../../i18n/history.en.json'
import historyUk from '../../i18n/history.uk.json'
import listParts from '../../i18n/list.en.json'
import listPartsUk from '../../i18n/list.uk.json'
import quiet from '../../i18n/quiet.en.json'
import quietUk from '../../i18n/quiet.uk.json'
import shell from '../../i18n/shell.en.json'
import shellUk from '../../i18n/shell.uk.json'
import silences from '../../i18n/silences.en.json'
import silencesUk from '../../i18n/silences.uk.json'
import teams from '../../i18n/teams.en.json'
import teamsUk from '../../i18n/teams.uk.json'
import uk from '../../i18n/uk.json'
import validator from '../../i18n/validator.en.json'
import validatorUk from '../../i18n/validator.uk.json'
import { Root } from '../root.tsx'
import { createAppRouter } from '../router.tsx'

export const robin = {
  id: 1,
  email: 'robin@example.org',
  first_name: 'Robin',
  last_name: '',
  avatar: null as string | null,
  language: 'en',
  timezone: 'UTC',
  groups: ['member'],
  has_password: true,
  phones: [] as { user_phone_id: number; phone: string; is_confirmed: boolean }[],
  abilities: [
    { action: 'read', subject: 'any' },
    { action: 'read', subject: 'ANY' },
  ],
}

const network: Network = {
  host: 'n0.example',
  blockchain_id: 1,
  chain_id: null,
  kind: 'COSMOS',
  logo: '',
  domain: 'https://n0.example',
  name: 'Celestia Mainnet',
  symbol: 'TIA',
  is_da_enabled: false,
  access: 'ANY',
  explorer_url: null,
}

/** Status and body; a number alone is an answer without a body, a text the code of a problem of status 400. */
export type Reply =
  | number
  | string
  | readonly [status: number, body: unknown, headers?: Record<string, string>]
interface Asked {
  call: string
  body: unknown
}

/** What many pages ask for beside what a test is about. */
const usual: Readonly<Record<string, Reply>> = {
  'GET /api/users/preferences/': [200, { favourite_validators: [], tables: {} }],
  'GET /api/alerts/settings/': [200, someAlertSettings],
  'GET /api/alerts/user-settings/1/': [200, { entries: [] }],
  'GET /api/users/channels/': [200, { channels: [] }],
  'GET /api/users/contacts/': [200, { contacts: [] }],
  'GET /api/alerts/silences/?blockchain_id=1': [200, { silences: [] }],
  'GET /api/users/contacts/?team_id=3': [200, { contacts: [] }],
  'GET /api/teams/': [200, { teams: [] }],
  'GET /api/users/second-factors/': [200, { totp: false, passkeys: [], recovery_codes_left: 0 }],
}

/** What a team that has set nothing answers about who is on call; undefined: something else is asked. */
function ofIdleTeam(call: string): Reply | undefined {
  const escalation = { from_severity: 'CRITICAL', steps: [], repeat: 0 }
  const answers: Record<string, unknown> = {
    'on-call/': { time_zone: 'UTC', rotation: null, overrides: [], escalation },
    'on-call/shifts/': { shifts: [] },
    'channels/': { channels: ['EMAIL'] },
  }
  const [, part = ''] = /^GET \/api\/teams\/\d+\/([a-z/-]+\/)/.exec(call) ?? []
  return part in answers ? [200, answers[part]] : undefined
}

interface Site {
  /** The client id of Google; none, and there is no button of it. */
  google?: string
  /** The networks of the switcher; the first is that of the page. */
  networks?: readonly Partial<Network>[]
  notice?: Boot['notice']
  /** Where the provider leads besides. */
  links?: Boot['provider']['links']
  /** Its reader has a narrow screen. */
  onPhone?: boolean
}

/** The whole page at a path, in front of a server that answers `METHOD /path` as the test says; a throw is no answer. */
export async function openPage(
  path: string,
  answer: (call: string, body: unknown) => Reply | undefined | Promise<Reply | undefined>,
  site: Site = {},
) {
  stubBrowser(site.onPhone === true)
  window.history.pushState({}, '', path)
  const networks = (site.networks ?? [{}]).map((change) => ({ ...network, ...change }))
  const clock = createFakeClock()
  const texts = createInstance()
  const resources = {
    en: {
      ...{ translation: en, shell, account, alerts, bridges, charts, history },
      ...{ list: listParts, validator, contacts, quiet, silences, teams, governance },
    },
    uk: {
      ...{ translation: uk, shell: shellUk, account: accountUk, alerts: alertsUk, bridges: bridgesUk },
      ...{ charts: chartsUk, history: historyUk, list: listPartsUk, validator: validatorUk },
      ...{ contacts: contactsUk, quiet: quietUk, silences: silencesUk, teams: teamsUk },
      governance: governanceUk,
    },
  }
  await texts.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: Asked[] = []
  const streamSeq = createStreamSeq()
  const tab = createFakeTab()
  const { session, drafts, begin } = startSession({ client: () => client, queries, streamSeq, clock, tab })
  const client = createApiClient({
    fetch: async (url, init) => {
      const call = `${init?.method ?? 'GET'} ${String(url)}`
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body
      // Every page asks how many alerts wait, in its own time.
      const ofAlerts = call.startsWith('GET /api/alerts/history/')
      const isCount = call === 'GET /api/alerts/unacknowledged/1/'
      const idle = ofIdleTeam(call)
      if (call !== 'GET /api/users/profile/' && !ofAlerts && !isCount && idle === undefined)
        asked.push({ call, body })
      const said =
        (await answer(call, body)) ??
        (ofAlerts
          ? ([200, []] as const)
          : isCount
            ? ([200, { count: 0 }] as const)
            : call.startsWith('GET /api/alerts/conditions/')
              ? ([200, { conditions: [] }] as const)
              : (idle ?? usual[call]))
      return responseOf(said ?? [401, problem(401, 'not_authenticated')])
    },
    clock,
    language: () => 'en',
    csrfToken: () => null,
    onDate: () => undefined,
    generation: session.generation,
    onSignedOut: session.lose,
  })
  let onUpdate: (update: LineUpdate, leads: boolean) => void = () => undefined
  const kept: Record<string, string> = {}
  const cookies: Record<string, string> = {}
  const storage = {
    read: (key: string) => kept[key] ?? null,
    write: (key: string, value: string) => void (kept[key] = value),
    watch: () => () => undefined,
    cookie: (name: string) => cookies[name] ?? null,
    writeCookie: (name: string, value: string) => void (cookies[name] = value),
  }
  const services: Services = {
    boot: {
      default_blockchain_id: 1,
      provider: { name: 'Example Nodes', url: 'https://example.org', links: site.links ?? [] },
      notice: site.notice ?? null,
      google_client_id: site.google ?? null,
      cookie_domain: null,
      networks,
    },
    network: { ...network, ...networks[0] },
    client,
    queries,
    session,
    drafts,
    clock,
    serverTime: createServerTime(clock),
    storage,
    settings: createSettings({
      storage,
      root: document.documentElement,
      screen: createFakeScreen(),
      cookieDomain: null,
    }),
    streamSeq,
    joinLive: (_id, receive) => {
      onUpdate = receive
      return { connectNow: () => undefined, stop: () => undefined }
    },
  }
  begin()
  render(
    <Root
      services={services}
      texts={texts}
      router={createAppRouter({ services, texts: Promise.resolve(texts) })}
    />,
  )
  return {
    user: userEvent.setup({ delay: null }),
    /** Tells the page what the stream says. */
    live: (event: LiveEvent) => act(() => onUpdate({ kind: 'event', event }, true)),
    /** Tells the page how its line is doing. */
    line: (update: LineUpdate) => act(() => onUpdate(update, true)),
    ...{ asked, clock, tab, session, queries, drafts, kept, cookies },
  }
}

export function problem(status: number, code: string, more: object = {}) {
  return { type: '', title: code, status, detail: `It is ${code}.`, code, ...more }
}

function responseOf(said: Reply): Response {
  const [status, body, headers = {}] =
    typeof said === 'number'
      ? ([said, null] as const)
      : typeof said === 'string'
        ? ([400, problem(400, said)] as const)
        : said
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers })
}

function stubBrowser(isNarrow: boolean): void {
  const nothing = () => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      unobserve = nothing
      disconnect = nothing
    },
  )
  vi.stubGlobal('scrollTo', nothing)
  Object.assign(Element.prototype, { scrollIntoView: nothing })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes(isNarrow ? 'max-width' : 'min-width'),
    media: query,
    addEventListener: nothing,
    removeEventListener: nothing,
    addListener: nothing,
    removeListener: nothing,
  }))
}
