import { contactEndpoints } from '@roundsman/contract/accounts/account-endpoints'
import type { NewContact } from '@roundsman/contract/accounts/contacts'
import { queryOptions } from '@tanstack/react-query'
import { channelsQuery } from '../../../data/alerts/channel-states.ts'
import { contactsChanged } from '../../../data/alerts/contacts.ts'
import { type Action, useAction, useFetch } from '../../../data/api/operation.ts'
import { browserPush } from '../../../data/browser/push.ts'
import { type Services, usePersisted, useServices } from '../../../data/services/services.ts'

/** The browser or its push service did not subscribe; the message is the browser's. */
export class PushRefusedError extends Error {
  override readonly name = 'PushRefusedError'
}

/** Whether what is pushed to this device is shown here. */
type DeviceState = 'subscribed' | 'unsubscribed' | 'blocked' | 'unknown'

export interface DevicePush {
  /** The contact that this browser was added as; null: none, as far as it knows. */
  contactId: number | null
  state: DeviceState
  /** Adds this device by a name, in place of what it was added as before; null: its user did not allow it. */
  turnOn: Action<string, NewContact | null>
  /** After its contact was removed: the browser need not keep what nobody uses. */
  forget: () => void
}

const subscriptionKey = ['push-subscription'] as const
const subscriptionQuery = queryOptions({ queryKey: subscriptionKey, queryFn: browserPush.endpoint })

const readId = (text: string | null): number | null =>
  text !== null && /^\d+$/.test(text) ? Number(text) : null

/**
 * Push of this browser, which knows itself which contact it is: addresses come back masked.
 *
 * @param onAdded called once this device is a contact
 */
export function useDevicePush(onAdded?: (contact: NewContact) => void): DevicePush {
  const services = useServices()
  const { client, queries } = services
  const [contactId, keepId] = usePersisted<number | null>('push.contact', readId)
  const { known: endpoint } = useFetch(subscriptionQuery, null)
  const permission = browserPush.permission()
  const asked = () => queries.invalidateQueries({ queryKey: subscriptionKey })
  const turnOn = useAction(
    async (name: string) => {
      const subscription = await subscribe(services)
      if (subscription === null) return null
      const contact = await client
        .callTo(contactEndpoints.addContact, { body: { channel: 'WEB_PUSH', name, subscription } })
        .catch(async (error: unknown) => {
          await browserPush.unsubscribe()
          throw error
        })
      // The browser has one subscription; what it was added as before has none any more.
      if (contactId !== null)
        await client.callTo(contactEndpoints.removeContact, { params: { contactId } }).catch(() => undefined)
      return contact
    },
    {
      onLoaded(contact) {
        if (contact !== null) {
          keepId(contact.id)
          onAdded?.(contact)
        }
        return Promise.all([asked(), contactsChanged(services)])
      },
      onError: asked,
    },
  )

  return {
    contactId,
    state:
      permission === 'denied'
        ? 'blocked'
        : endpoint === undefined
          ? 'unknown'
          : endpoint === null
            ? 'unsubscribed'
            : 'subscribed',
    turnOn,
    forget() {
      keepId(null)
      void browserPush.unsubscribe().finally(() => void asked())
    },
  }
}

/** What the server wants to know of this browser; null: its user did not allow it. */
async function subscribe({ client, queries }: Pick<Services, 'client' | 'queries'>) {
  const channels = await queries.ensureQueryData(channelsQuery(client))
  const key = channels.find(({ channel }) => channel === 'WEB_PUSH')?.application_server_key
  if (key === undefined) throw new PushRefusedError('no key')
  const made = await browserPush.subscribe(key).catch((error: unknown) => {
    throw new PushRefusedError(error instanceof Error ? error.message : String(error), { cause: error })
  })
  if (made === null) return null
  const { endpoint: address, keys: { p256dh, auth } = {} } = made
  if (address === undefined || p256dh === undefined || auth === undefined)
    throw new PushRefusedError('no keys')
  return { endpoint: address, keys: { p256dh, auth } }
}
