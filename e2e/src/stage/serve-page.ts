import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { NewContactBody } from '@roundsman/contract/accounts/contacts'
import { type QuietHours, QuietHoursBody } from '@roundsman/contract/accounts/quiet-hours'
import { NewSilenceBody, type Silence } from '@roundsman/contract/alerts/silences'
import type { Endpoint } from '@roundsman/contract/endpoint'
import { endpoints } from '@roundsman/contract/endpoints'
import { factorMethods } from '@roundsman/contract/accounts/users'
import {
  alertConditions,
  alertReplay,
  alertSettingsIn,
  channelsOf,
  preferencesOf,
  userSettingsOf,
} from './alert-answers.ts'
import { answerViewOf } from './answer-view.ts'
import {
  audit,
  bootOf,
  listOf,
  profileOf,
  type Situation,
  sessions,
  stageTime,
  statusesOf,
} from './answers.ts'
import { bridgesOf, bridgeTokens, newBridgeToken } from './bridge-answers.ts'
import { bridgeDetailsOf } from './bridge-details-answers.ts'
import { chartsOf, timelineOf } from './chart-answers.ts'
import { addedContact, contacts, reminders } from './contact-answers.ts'
import { detailsOf } from './details-answers.ts'
import { noSecondFactors, recoveryCodes, secondFactors, totpStart } from './factor-answers.ts'
import { governanceOf, proposalOf, participationOf, votesOf } from './governance-answers.ts'
import { alertsAt, waitingAt } from './history-answers.ts'
import { quietHoursOf, silenceOf, silencesOf, withSilenced } from './quiet-answers.ts'
import {
  invitationOf,
  onCallOf,
  shiftsOf,
  teamChannels,
  teamContactsOf,
  teamOf,
  teamSettings,
  teams,
} from './team-answers.ts'

/** No server listens there: every request is answered by the test. A name of this machine, so that it is secure. */
export const stageOrigin = 'http://n1.localhost'

const dist = new URL('../../../apps/web/dist/', import.meta.url)
const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
/** As most validators have it: a dark mark on white, up to its edges. */
const avatar =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#fff" d="M0 0h8v8H0z"/><path fill="#123" d="M4 1l3 6H1z"/></svg>'
/** The password opens this account too, so that the identity may go. */
const signInMethods = {
  methods: [
    { id: 1, issuer: 'accounts.google.com', email: 'robin@example.org', linked_at: '2026-03-02T08:20:00Z' },
  ],
  addable: null,
}
const nonce = 'c3RhZ2U'
const requestId = 'req_7f3k9d2m'
const policy = `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; font-src 'self'; img-src 'self' data: https:; connect-src 'self'; base-uri 'none'; form-action 'self'`

interface Visitor {
  as: Situation
  signedIn: boolean
}

/** Answers everything that the built page asks for: its files, and the API as in the situation, always the same but for what the user chose. */
export async function servePage(page: Page, visitor: Visitor): Promise<void> {
  let preferences: unknown = preferencesOf(visitor.as)
  const said: string[] = []
  const kept: Kept = { hours: quietHoursOf(visitor.as), silences: silencesOf(visitor.as) }
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    if (url.origin !== stageOrigin) return route.abort()
    if (url.pathname === '/api/users/preferences/') {
      if (route.request().method() === 'PUT') preferences = route.request().postDataJSON()
      return json(route, 200, preferences)
    }
    if (url.pathname === '/api/alerts/answer/') return answerLink(route, url, said)
    if (url.pathname === '/api/users/quiet-hours/') return answerQuietHours(route, visitor.as, kept)
    if (url.pathname.startsWith('/api/alerts/silences/')) return answerSilences(route, visitor.as, kept)
    if (url.pathname.startsWith('/api/')) return answerCall(route, url, visitor)
    const type = types[extname(url.pathname)]
    if (type !== undefined)
      return route.fulfill({
        contentType: type,
        body: readFileSync(new URL(url.pathname.slice(1), dist)),
      })
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy },
      body: indexOf(visitor.as),
    })
  })
}

/** What somebody says by the link of a message is so from then on. */
function answerLink(route: Route, url: URL, said: string[]): Promise<void> {
  const isAnswer = route.request().method() === 'POST'
  const body: unknown = isAnswer ? route.request().postDataJSON() : null
  const token = isAnswer ? textOf(body, 'token') : (url.searchParams.get('token') ?? '')
  if (isAnswer) said.push(textOf(body, 'answer'))
  const view = answerViewOf(token, said)
  if (view === null) return problem(route, 400, 'invalid_token')
  return isAnswer ? route.fulfill({ status: 204 }) : json(route, 200, view)
}

/** What somebody changes is so from then on. */
interface Kept {
  hours: QuietHours
  silences: Silence[]
}

/** A day that is quiet as a whole is refused, as a week of them would be. */
function answerQuietHours(route: Route, as: Situation, kept: Kept): Promise<void> {
  if (as === 'slow') return never()
  if (as === 'error') return problem(route, 500, 'internal_error')
  if (route.request().method() === 'PUT') {
    const body = QuietHoursBody.parse(route.request().postDataJSON())
    if (body.windows.some(({ from, to }) => from === to))
      return refuse(route, { windows: ['Leave at least a minute of the week in which alerts can be sent.'] })
    kept.hours = { ...body, is_quiet_until: kept.hours.is_quiet_until }
  }
  return json(route, 200, kept.hours)
}

/** Three are as many as somebody may have here. */
function answerSilences(route: Route, as: Situation, { silences }: Kept): Promise<void> {
  const request = route.request()
  if (request.method() === 'GET')
    return as === 'error' ? problem(route, 500, 'internal_error') : json(route, 200, { silences })
  if (request.method() === 'POST') {
    if (silences.length >= 3)
      return refuse(route, { reason: ['You can have up to 100 silences. End some first.'] })
    const silence = silenceOf(10 + silences.length, NewSilenceBody.parse(request.postDataJSON()))
    silences.push(silence)
    return json(route, 201, silence)
  }
  const id = Number(/\/(\d+)\/$/.exec(new URL(request.url()).pathname)?.[1])
  const at = silences.findIndex((one) => one.id === id)
  if (at < 0) return problem(route, 404, 'not_found')
  silences.splice(at, 1)
  return route.fulfill({ status: 204 })
}

function textOf(body: unknown, name: string): string {
  return String(Object.entries(body ?? {}).find(([key]) => key === name)?.[1] ?? '')
}

function indexOf(as: Situation): string {
  const json = JSON.stringify(bootOf(as)).replaceAll('<', '\\u003c')
  return readFileSync(new URL('index.html', dist), 'utf8')
    .replaceAll('__CSP_NONCE__', nonce)
    .replace(
      '<!--boot-->',
      () => `<script nonce="${nonce}" type="application/json" id="boot">${json}</script>`,
    )
}

/** What a line of the stream, and a server that is slow, have in common: no answer comes. */
const never = () => Promise.resolve()

const calendarAddress =
  'https://celestia.example.org/api/teams/on-call/calendar/?token=V1StGXR8Z5jdHi6BmyT0a9qLwEoPcUvNsKfIxMzRhYg'

function answerCall(
  route: Route,
  { pathname: path, searchParams }: URL,
  { as, signedIn }: Visitor,
): Promise<void> {
  const list = /^\/api\/blockchains\/list\/(\d+)\/$/.exec(path)
  if (path.startsWith('/api/live/')) return never()
  if (path.startsWith('/api/blockchains/avatars/'))
    return route.fulfill({ contentType: 'image/svg+xml', body: avatar })
  if (list) {
    const id = Number(list[1])
    if (id === 1 && as === 'slow') return never()
    if (id === 1 && as === 'error') return problem(route, 500, 'internal_error')
    return json(route, 200, listOf(id, as))
  }
  if (path === '/api/blockchains/bridges/1/') {
    if (as === 'slow') return never()
    return as === 'error' ? problem(route, 500, 'internal_error') : json(route, 200, bridgesOf(as))
  }
  if (path === '/api/blockchains/bridges/1/tokens/')
    return route.request().method() === 'POST'
      ? json(route, 201, newBridgeToken)
      : json(route, 200, { tokens: bridgeTokens })
  const bridge = /^\/api\/blockchains\/bridges\/1\/(\d+)\/$/.exec(path)
  if (bridge) {
    if (as === 'slow') return never()
    if (as === 'error') return problem(route, 500, 'internal_error')
    const found = bridgeDetailsOf(Number(bridge[1]), as)
    return found ? json(route, 200, found) : problem(route, 404, 'not_found')
  }
  const timeline = /^\/api\/blockchains\/details\/1\/(\d+)\/timeline\/$/.exec(path)
  if (timeline) return json(route, 200, timelineOf(Number(timeline[1])))
  if (path === '/api/blockchains/charts/') {
    if (as === 'slow') return never()
    if (as === 'error') return problem(route, 503, 'unavailable')
    const charts = chartsOf(searchParams)
    return charts.status === 200 ? json(route, 200, charts.body) : problem(route, 404, 'not_found')
  }
  const votes = /^\/api\/governance\/1\/votes\/(?:(\d+)\/)?$/.exec(path)
  if (votes) {
    if (as === 'slow') return never()
    if (as === 'error') return problem(route, 500, 'internal_error')
    return json(route, 200, votes[1] === undefined ? participationOf() : votesOf(Number(votes[1])))
  }
  const governance = /^\/api\/governance\/1\/(?:(\d+)\/)?$/.exec(path)
  if (governance) {
    if (as === 'slow') return never()
    if (as === 'error') return problem(route, 500, 'internal_error')
    const found = governance[1] === undefined ? governanceOf(as) : proposalOf(Number(governance[1]), as)
    return found ? json(route, 200, found) : problem(route, 404, 'not_found')
  }
  if (path.startsWith('/api/alerts/history/')) {
    if (as === 'slow') return never()
    if (as === 'error') return problem(route, 500, 'internal_error')
    const before = Number(searchParams.get('before') ?? Number.POSITIVE_INFINITY)
    const type = searchParams.get('type')
    const items = as === 'no-alerts' || as === 'notice' ? [] : alertsAt(stageTime, as)
    return json(
      route,
      200,
      withSilenced(items, as).filter((item) => item.id < before && (type === null || item.type === type)),
    )
  }
  const details = /^\/api\/blockchains\/details\/1\/(\w+)\/$/.exec(path)
  if (details) {
    if (as === 'slow') return never()
    if (as === 'error') return problem(route, 500, 'internal_error')
    const found = detailsOf(details[1] ?? '', as, Number(searchParams.get('blocks') ?? 500))
    return found ? json(route, 200, found) : problem(route, 404, 'not_found')
  }
  if (path === '/api/teams/join/invitation/') {
    const invitation = invitationOf(searchParams.get('token'))
    return invitation ? json(route, 200, invitation) : problem(route, 400, 'invalid_token')
  }
  const ofTeam = searchParams.get('team_id')
  if (ofTeam !== null) {
    if (path === '/api/users/contacts/') return json(route, 200, { contacts: teamContactsOf(Number(ofTeam)) })
    if (path === '/api/alerts/user-settings/1/') return json(route, 200, teamSettings)
  }
  if (/^\/api\/teams\/\d+\/channels\/$/.test(path)) return json(route, 200, { channels: teamChannels })
  const team = /^\/api\/teams\/(\d+)\/$/.exec(path)
  if (team) {
    const found = teamOf(Number(team[1]))
    return found ? json(route, 200, found) : problem(route, 404, 'not_found')
  }
  const onCall = /^\/api\/teams\/(\d+)\/on-call\/(|shifts\/|calendar\/)$/.exec(path)
  if (onCall) {
    const id = Number(onCall[1])
    if (as === 'error') return problem(route, 500, 'internal_error')
    if (onCall[2] === 'calendar/') return json(route, 200, { url: calendarAddress })
    return json(route, 200, onCall[2] === '' ? onCallOf(id) : { shifts: shiftsOf(id, as) })
  }
  switch (path) {
    case '/api/teams/':
      return json(route, 200, { teams: as === 'newcomer' ? [] : teams })
    case '/api/networks/status/':
      return json(route, 200, statusesOf(as))
    case '/api/users/profile/':
      return signedIn ? json(route, 200, profileOf(as)) : problem(route, 401, 'not_authenticated')
    case '/api/users/sessions/':
      return json(route, 200, sessions)
    case '/api/users/escalation/':
      return json(route, 200, as === 'channels' ? reminders : { escalation: null })
    case '/api/users/audit/':
      return json(route, 200, audit)
    case '/api/users/second-factors/':
      return json(route, 200, as === 'factors' ? secondFactors : noSecondFactors)
    case '/api/users/second-factors/totp/':
      return as === 'long-signed-in'
        ? problem(route, 400, 'validation_failed', { errors: { password: ['Required.'] } })
        : json(route, 200, totpStart)
    case '/api/users/second-factors/recovery-codes/':
      return json(route, 200, recoveryCodes)
    case '/api/users/login/passkey/start/':
      return problem(route, 400, 'not_configured')
    case '/api/users/login/second-factor/':
      return problem(route, 400, 'invalid_code')
    case '/api/users/sign-in-methods/':
      return json(route, 200, signInMethods)
    case '/api/users/contacts/':
      return route.request().method() === 'POST'
        ? json(route, 201, addedContact(NewContactBody.parse(route.request().postDataJSON())))
        : json(route, 200, {
            contacts: as === 'channels' ? contacts : contacts.filter(({ id }) => id === null),
          })
    case '/api/users/channels/':
      return json(route, 200, channelsOf(as))
    case '/api/alerts/settings/':
      return json(route, 200, alertSettingsIn(route.request().headers()['accept-language']))
    case '/api/alerts/user-settings/1/':
      return json(route, 200, userSettingsOf(as))
    case '/api/alerts/user-settings/manage/':
      return as === 'alerts' ? problem(route, 412, 'changed_elsewhere') : json(route, 200, { entries: [] })
    case '/api/alerts/conditions/1/':
      return json(route, 200, alertConditions)
    case '/api/alerts/unacknowledged/1/':
      return json(route, 200, { count: waitingAt(stageTime, as) })
    case '/api/alerts/replay/':
      return json(route, 200, alertReplay)
    case '/api/users/login/':
      return as === 'factors'
        ? json(route, 200, { second_factor: { methods: [...factorMethods] } })
        : problem(route, 400, 'invalid_credentials')
    case '/api/users/register/confirm/':
    case '/api/users/reset-password/confirm/':
    case '/api/users/email-change/confirm/':
      return problem(route, 400, 'invalid_token')
    case '/api/users/register/':
    case '/api/users/reset-password/':
      return json(route, 202, { detail: 'ok' })
    default:
      return problem(route, 404, 'not_found')
  }
}

/** Only what the contract allows: else the page would show that it did not understand, and pictures would keep it. */
function json(route: Route, status: number, body: unknown): Promise<void> {
  const { pathname } = new URL(route.request().url())
  const endpoint = calls.find(({ method, at }) => method === route.request().method() && at.test(pathname))
  const promised = endpoint?.responses[status]
  if (!promised) throw new Error(`the contract has no ${route.request().method()} ${pathname} with ${status}`)
  const { error } = promised.safeParse(body)
  if (error) throw new Error(`the stage answers ${pathname} otherwise than the contract: ${error.message}`)
  return route.fulfill({
    status,
    contentType: 'application/json',
    headers: { 'x-request-id': requestId },
    body: JSON.stringify(body),
  })
}

const refuse = (route: Route, errors: Record<string, string[]>) =>
  problem(route, 400, 'validation_failed', { errors })

function problem(route: Route, status: number, code: string, more: object = {}): Promise<void> {
  return route.fulfill({
    status,
    contentType: 'application/problem+json',
    headers: { 'x-request-id': requestId },
    body: JSON.stringify({ type: 'about:blank', title: code, status, detail: code, code, ...more }),
  })
}

/** Every call of the contract, by what its path looks like. */
const calls = Object.values<Endpoint>(endpoints).map(({ method, path, responses }) => ({
  method,
  at: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  responses,
}))
