import { type NotificationChannel, notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { Profile } from '@roundsman/contract/accounts/users'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'

/** The ways that this site can send messages by. */
export function channelsQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['channels'],
    queryFn: async ({ signal }) => (await client.call('channels', { signal })).channels,
    // What there is changes with the site's configuration.
    staleTime: 30_000,
  })
}

/** For a page that says what is left today of what costs money (P896), which changes with each message. */
export const leftAgainMs = 60_000

/**
 * Whether messages can go through a channel: if not, the site has none, the user no confirmed number, or no contact
 * that works. `unknown`: the
 * site has not said yet, or could not be asked.
 */
export interface ChannelState {
  channel: NotificationChannel
  state: 'ready' | 'notSetUp' | 'noPhone' | 'broken' | 'unknown'
  /** Where messages go. */
  to: string | null
  /** Of what costs money: how many there still are today, how many more for the gravest alone, and until when there is none. */
  left?: { count: number; kept: number; until: string | null }
}

interface SiteChannel {
  channel: NotificationChannel
  is_available: boolean
  has_contact?: boolean | undefined
  left_today?: number | undefined
  kept_today?: number | undefined
  none_until?: string | undefined
}

/** From here on it is said how many are left. */
export const fewLeft = 3

/** Shown to everybody; all others to those who have a contact of them (D95). */
const everybodys: readonly NotificationChannel[] = ['SMS', 'VOICE', 'EMAIL']

/**
 * The channels that are shown to a user.
 *
 * @param site null while it is not known: then nothing is said to be missing, or to be there.
 * @param had Channels of which the user has a contact, working or not, or by which something is set to go (P625).
 */
export function channelStates(
  site: readonly SiteChannel[] | null,
  user: Pick<Profile, 'email' | 'phones'>,
  had: ReadonlySet<NotificationChannel> = new Set(),
): ChannelState[] {
  const phones = user.phones.filter(({ is_confirmed }) => is_confirmed)
  const numbers = phones.length === 0 ? null : phones.map(({ phone }) => maskedPhone(phone)).join(', ')
  const ready = new Set(
    site?.filter((one) => one.is_available && one.has_contact === true).map(({ channel }) => channel),
  )
  const given = notificationChannels
    .filter((channel) => !everybodys.includes(channel) && (ready.has(channel) || had.has(channel)))
    .map((channel): ChannelState => {
      const state = site === null ? 'unknown' : ready.has(channel) ? 'ready' : 'broken'
      return { channel, state, to: null }
    })
  return [...everybodys.map(stateOf), ...given]

  function stateOf(channel: NotificationChannel): ChannelState {
    const to = channel === 'EMAIL' ? user.email : numbers
    if (site === null) return { channel, state: 'unknown', to }
    if (!site.some((one) => one.channel === channel && one.is_available))
      return { channel, state: 'notSetUp', to: null }
    const own = site.find((one) => one.channel === channel)
    const { left_today: count, kept_today: kept = 0, none_until: until = null } = own ?? {}
    if (to === null) return { channel, state: 'noPhone', to }
    return { channel, state: 'ready', to, ...(count !== undefined && { left: { count, kept, until } }) }
  }
}

/**
 * The channels that are shown of a team: mail, which reaches every member, and those by which it can be told or by which
 * something is set to go.
 *
 * @param known null while it is not known
 */
export function teamChannelStates(
  known: readonly NotificationChannel[] | null,
  used: ReadonlySet<NotificationChannel>,
): ChannelState[] {
  const ready = new Set(known)
  return notificationChannels
    .filter((channel) => channel === 'EMAIL' || ready.has(channel) || used.has(channel))
    .map((channel) => {
      const state = known === null ? 'unknown' : ready.has(channel) ? 'ready' : 'broken'
      return { channel, state, to: null }
    })
}

/** +12025550143 as +12…0143, as the server masks it everywhere else (P820). */
function maskedPhone(phone: string): string {
  return `${phone.slice(0, 3)}…${phone.slice(-4)}`
}

export function usableChannels(states: readonly ChannelState[]): ReadonlySet<NotificationChannel> {
  return new Set(
    states.flatMap(({ channel, state, to }) =>
      state === 'ready' || (state === 'unknown' && to !== null) ? [channel] : [],
    ),
  )
}
