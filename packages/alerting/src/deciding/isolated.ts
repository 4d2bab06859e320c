import type { Condition } from '../catalogue/condition.ts'
import { putCondition, type Scene } from './draft.ts'
import { unknownSince } from './settle.ts'

/**
 * Decides some conditions of a target so that a broken rule stops nobody else: where it throws, nothing of it is left
 * but that these conditions are UNKNOWN.
 */
export function isolated(scene: Scene, conditions: readonly Condition[], decide: () => void): void {
  const { draft, target, instant } = scene
  const undo = draft.mark(target.key)
  try {
    decide()
  } catch (error) {
    undo()
    for (const { id } of conditions) {
      draft.fail({ target: target.key, conditionId: id, error })
      putCondition(scene, id, unknownSince(draft.target(target.key).conditions[id], instant.at))
    }
  }
}
