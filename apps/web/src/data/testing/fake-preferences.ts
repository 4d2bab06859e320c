import type { Preferences } from '@roundsman/contract/accounts/accounts'
import { createApiClient } from '../api/api-client.ts'
import type { Fetch } from '../browser/http.ts'
import { createFakeClock } from './fake-clock.ts'

export interface FakePreferences {
  preferences: Preferences
  /** Nothing answers. */
  down: boolean
  /** Every call, by its method. */
  asked: string[]
  /** Calls are answered once it is over. */
  held: Promise<void> | null
  /** What another device does after the preferences were read here, before each change arrives. */
  meanwhile: () => void
}

/** The preferences of an account at its server, with an ETag that PUT honors, and a client that calls for them. */
export function createFakePreferences(first: Preferences) {
  const account: FakePreferences = {
    ...{ preferences: first, down: false, asked: [], held: null },
    meanwhile: () => undefined,
  }
  const answer = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { etag: tagOf(account.preferences) } })
  const fetch: Fetch = async (_url, init) => {
    const method = init?.method ?? 'GET'
    account.asked.push(method)
    await account.held
    if (account.down) throw new TypeError('down')
    if (method !== 'PUT') return answer(200, account.preferences)
    account.meanwhile()
    const tag = new Headers(init?.headers).get('if-match')
    if (tag !== null && tag !== tagOf(account.preferences)) return answer(412, changedElsewhere)
    account.preferences = (await new Response(init?.body).json()) as Preferences
    return answer(200, account.preferences)
  }
  const client = createApiClient({
    ...{ fetch, clock: createFakeClock(), language: () => 'en', csrfToken: () => null },
    ...{ onDate: () => undefined, generation: () => 0, onSignedOut: () => undefined },
  })
  return { account, client }
}

function tagOf(preferences: Preferences): string {
  return `W/"${encodeURIComponent(JSON.stringify(preferences))}"`
}

const changedElsewhere = {
  ...{ type: 'about:blank', title: 'Precondition Failed', status: 412 },
  ...{ detail: 'This was changed elsewhere in the meantime.', code: 'changed_elsewhere' },
}
