import { isAllowed } from '@roundsman/contract/abilities'
import type { Caller } from './caller.ts'
import type { HttpHooks } from './hooks.ts'
import { ProblemError } from './problem-error.ts'

/** Lets a caller pass who may read the network. @throws ProblemError 404 without the network, 403 without the ability */
export function mayReadNetwork(
  caller: Caller,
  networkId: number,
  { networkAccess }: Pick<HttpHooks, 'networkAccess'>,
): void {
  const access = networkAccess(networkId)
  if (access === null) throw new ProblemError('network_not_found')
  if (!isAllowed(caller.abilities, 'read', access)) throw new ProblemError('permission_denied')
}
