import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoPhone } from './demo-phone.ts'
import type { Call } from './demo-site.ts'

/** Reserved for fiction. https://www.nanpa.com/numbering/555-line-numbers */
const phoneNumber = '+12025550143'
/** So often something is waited for, half a second each: a machine that does much else takes minutes to read a chain. */
const mostPolls = 600

/** By every channel that the demo has, what has to be known at once; the rest by mail. */
const urgent = ['SMS', 'VOICE', 'EMAIL']
const entries = [
  /** Jailed, tombstoned, out of the active set, ten blocks missed in a row, jail within an hour. */
  ...[2011, 3011, 4012, 1141, 1231].map((id) => ({ setting_id: id, channels: urgent })),
  /** Three blocks missed in a row, commission raised, unjailed. */
  ...[1121, 6011, 2012].map((id) => ({ setting_id: id, channels: ['EMAIL'] })),
]
/** One block missed: of a validator that misses one of twenty this rings within two minutes, once somebody is there. */
const oneMissed = 1111
const onlyText = ['SMS']

interface ListedValidator {
  id: number
  jailed: boolean | null
  recent_signatures: string
}

/**
 * Has the demo's account follow two validators of a network, the one that keeps missing a block and the one that its
 * imported history is about (the largest, where there is none), and be called about them on the demo's phone; once only,
 * so that what its owner changes stays. Of the first one's single missed blocks it is texted; `callOnceSignedIn` adds the call.
 */
export async function watchInDemo(call: Call, phone: DemoPhone, blockchainId: number): Promise<void> {
  const profile = (await call('GET', '/api/users/profile/')) as { phones: unknown[] }
  if (profile.phones.length > 0) return
  const added = (await call('POST', '/api/users/phone/', { phone: phoneNumber })) as { user_phone_id: number }
  const code = await codeOn(phone)
  await call('POST', '/api/users/phone/confirm/', { user_phone_id: added.user_phone_id, code })
  const [misser, other] = await twoValidators(call, blockchainId)
  if (misser === undefined || other === undefined) return
  const favourites = [misser, other].map((id) => ({ blockchain_id: blockchainId, validator_id: id }))
  await call('PUT', '/api/users/preferences/', { favourite_validators: favourites, tables: {} })
  for (const [id, own] of [
    [misser, [...entries, { setting_id: oneMissed, channels: onlyText }]],
    [other, entries],
  ] as const) {
    await call('POST', '/api/alerts/user-settings/manage/', {
      blockchain_id: blockchainId,
      blockchain_validator_id: id,
      entries: own,
    })
  }
}

/**
 * Has the phone ring about the next missed block once somebody has signed in: what goes on missing rings once an hour only, and
 * would have rung before anybody listened. Whoever has changed that entry keeps it.
 *
 * @param sinceMs since when a sign-in counts, Unix ms
 */
export async function callOnceSignedIn(call: Call, blockchainId: number, sinceMs: number): Promise<void> {
  if ((await textedAbout(call, blockchainId)) === null) return
  for (;;) {
    const { sessions } = (await call('GET', '/api/users/sessions/')) as { sessions: Session[] }
    if (sessions.some(({ current, created_at: at }) => !current && Date.parse(at) >= sinceMs)) break
    await sleep(2_000)
  }
  const entries = await textedAbout(call, blockchainId)
  if (entries === null) return
  await call('POST', '/api/alerts/user-settings/manage/', {
    blockchain_id: blockchainId,
    blockchain_validator_id: entries[0]?.blockchain_validator_id,
    entries: entries.map(({ setting_id, channels }) => ({
      setting_id,
      channels: setting_id === oneMissed ? [...channels, 'VOICE'] : channels,
    })),
  })
}

interface Session {
  current: boolean
  created_at: string
}

interface Entry {
  blockchain_validator_id: number | null
  setting_id: number
  channels: string[]
}

/** All entries about the validator whose single missed blocks are texted and not yet called about; null: none is. */
async function textedAbout(call: Call, blockchainId: number): Promise<Entry[] | null> {
  const { entries: known } = (await call('GET', `/api/alerts/user-settings/${blockchainId}/`)) as {
    entries: Entry[]
  }
  const texted = known.find(
    ({ setting_id, channels }) => setting_id === oneMissed && channels.join() === onlyText.join(),
  )
  return texted ? known.filter((one) => one.blockchain_validator_id === texted.blockchain_validator_id) : null
}

/** The six digits that the product texted. */
async function codeOn(phone: DemoPhone): Promise<string> {
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const { items } = (await (await fetch(`${phone.page}/items`)).json()) as { items: { text?: string }[] }
    const code = items
      .map(({ text }) => /\b\d{6}\b/.exec(text ?? '')?.[0])
      .findLast((found) => found !== undefined)
    if (code !== undefined) return code
    await sleep(500)
  }
  throw new Error('The code for the demo’s phone number did not arrive on its phone.')
}

/** Whoever missed most of the last blocks without being down or jailed; of the others who has a history, or the largest. */
async function twoValidators(call: Call, blockchainId: number): Promise<number[]> {
  const history = (await call('GET', `/api/alerts/history/${blockchainId}/`)) as {
    blockchain_validator_id: number | null
  }[]
  const known = history.map(({ blockchain_validator_id: id }) => id)
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const { validators } = (await call('GET', `/api/blockchains/list/${blockchainId}/`)) as {
      validators: ListedValidator[]
    }
    const signing = validators.filter(
      ({ jailed, recent_signatures: letters }) => jailed !== true && !/mmm|-/.test(letters),
    )
    const watched = signing.filter(({ id }) => known.includes(id))
    const misser = (watched.length > 1 ? watched : signing).reduce<ListedValidator | undefined>(
      (most, one) => (most && missesOf(most) >= missesOf(one) ? most : one),
      undefined,
    )
    const others = signing.filter((one) => one !== misser)
    const other = others.find(({ id }) => known.includes(id)) ?? others[0]
    if (misser && other) return [misser.id, other.id]
    await sleep(500)
  }
  return []
}

function missesOf({ recent_signatures: letters }: ListedValidator): number {
  return letters.split('m').length - 1
}
