import { useDeferredValue } from 'react'

/**
 * What was fetched, for drawing in small pieces between what the user does: a list that changes each second never holds
 * up a key. Its first answer is drawn at once: until then there is nothing to hold up, and the pieces would be begun
 * anew, again and again, with whatever else of the page comes meanwhile.
 */
export function useDeferredFetch<T extends { readonly known?: unknown }>(fetched: T): T {
  const deferred = useDeferredValue(fetched)
  return deferred.known === undefined ? fetched : deferred
}
