import type { alertTriggers } from './alerts.ts'

type Trigger = (typeof alertTriggers)[number]

const triggerDigits: Record<Trigger, number> = { FALSE_TO_TRUE: 1, TRUE_TO_FALSE: 2 }

/** The id of a condition with its trigger as one digit more: 1121 is that 112 began, 1122 that it ended. */
export function settingId(conditionId: number, trigger: Trigger): number {
  return conditionId * 10 + triggerDigits[trigger]
}

/** The condition that a setting is of. */
export function conditionIdOf(settingId: number): number {
  return Math.floor(settingId / 10)
}
