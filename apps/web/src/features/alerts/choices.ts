import type { Bridge } from '@roundsman/contract/bridges'
import type { Validator } from '@roundsman/contract/validators'
import type { Target } from './target.ts'

/** What there is to set alerts for by name. */
export interface Choices {
  validators: readonly Validator[]
  /** One for each peer id; none where they are not known. */
  bridges: readonly Bridge[]
  /** That the bridges are judged by. */
  networkHeight: number | null
}

/**
 * The bridges that alerts can be set for. Settings belong to the peer id: of two with the same one, which stand beside
 * each other while a claim is contested, it is the one that pushes, under whose id the server answers them (P235).
 */
export function bridgesToChoose(listed: readonly Bridge[]): Bridge[] {
  const byPeer = new Map<string, Bridge>()
  for (const bridge of listed)
    if (bridge.source === 'OTLP' || !byPeer.has(bridge.peer_id)) byPeer.set(bridge.peer_id, bridge)
  return [...byPeer.values()]
}

/** The target with each bridge under the id that its settings have. */
export function withOwnIds(target: Target, listed: readonly Bridge[]): Target {
  if (target.kind !== 'bridges') return target
  const own = new Map(bridgesToChoose(listed).map(({ peer_id, id }) => [peer_id, id]))
  const known = new Map(listed.map(({ id, peer_id }) => [id, own.get(peer_id) ?? id]))
  const ownOf = (id: number) => known.get(id) ?? id
  return { ...target, first: ownOf(target.first), ids: [...new Set(target.ids.map(ownOf))] }
}

/** The validator that is shown of a target; undefined: it is none, or is not known. */
export function validatorOf(target: Target | null, { validators }: Choices): Validator | undefined {
  return target?.kind === 'validators' ? validators.find(({ id }) => id === target.first) : undefined
}

/** The bridge that is shown of a target; undefined: it is none, or is not known. */
export function bridgeOf(target: Target | null, { bridges }: Choices): Bridge | undefined {
  return target?.kind === 'bridges' ? bridges.find(({ id }) => id === target.first) : undefined
}

/** True where a target names a bridge that there is none of. */
export function isGone(target: Target, choices: Choices): boolean {
  return target.kind === 'bridges' && bridgeOf(target, choices) === undefined
}
