import { contactEndpoints } from '@roundsman/contract/accounts/account-endpoints'
import type { Contact } from '@roundsman/contract/accounts/contacts'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../api/api-client.ts'
import type { Services } from '../services/services.ts'

const contactsKey = ['contacts'] as const

/**
 * Every place where alerts can reach the user, or a team as such.
 *
 * @param of.againMs how often it is asked again, ms; left out: not by itself
 */
export function contactsQuery(
  client: ApiClient,
  { teamId = null, againMs }: { teamId?: number | null; againMs?: number } = {},
) {
  return queryOptions({
    queryKey: [...contactsKey, teamId],
    queryFn: async ({ signal }) => {
      const query = teamId === null ? {} : { team_id: teamId }
      const { contacts } = await client.callTo(contactEndpoints.contacts, { query, signal })
      return contacts.filter((one) => one.team_id === teamId)
    },
    ...(againMs === undefined ? {} : { refetchInterval: againMs }),
  })
}

/** After a contact has come, changed or gone: the channels of Manage Alerts follow from them, those of teams too. */
export function contactsChanged({ queries }: Pick<Services, 'queries'>): Promise<unknown> {
  return Promise.all(
    [contactsKey, ['channels'], ['teams']].map((queryKey) => queries.invalidateQueries({ queryKey })),
  )
}

/** Of the contacts that somebody gave here, which have an id. */
export type GivenContact = Contact & { id: number }

export function isGiven(contact: Contact): contact is GivenContact {
  return contact.id !== null
}
