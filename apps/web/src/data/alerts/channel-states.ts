import { type NotificationChannel, notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { Profile } from '@roundsman/contract/accounts/users'

/** Whether messages can go through a channel: if not, the site has none, or the user no confirmed number. */
export interface ChannelState {
  channel: NotificationChannel
  state: 'ready' | 'notSetUp' | 'noPhone'
  /** Where messages go. */
  to: string | null
}

/** @param site null while it is not known: then nothing is said to be missing there, and a save would show it. */
export function channelStates(
  site: readonly { channel: NotificationChannel; is_available: boolean }[] | null,
  user: Pick<Profile, 'email' | 'phones'>,
): ChannelState[] {
  const phones = user.phones.filter(({ is_confirmed }) => is_confirmed)
  return notificationChannels.map((channel) => {
    const isSetUp = site?.find((one) => one.channel === channel)?.is_available ?? site === null
    if (!isSetUp) return { channel, state: 'notSetUp', to: null }
    if (channel === 'EMAIL') return { channel, state: 'ready', to: user.email }
    const [first] = phones
    if (first === undefined) return { channel, state: 'noPhone', to: null }
    return { channel, state: 'ready', to: phones.map(({ phone }) => maskedPhone(phone)).join(', ') }
  })
}

/** +12025550143 as +120••0143: enough to recognize one's own numbers. */
function maskedPhone(phone: string): string {
  return `${phone.slice(0, 4)}••${phone.slice(-4)}`
}

export function usableChannels(states: readonly ChannelState[]): ReadonlySet<NotificationChannel> {
  return new Set(states.flatMap(({ channel, state }) => (state === 'ready' ? [channel] : [])))
}
