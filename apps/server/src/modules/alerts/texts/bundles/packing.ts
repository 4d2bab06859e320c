import type { Severity } from '@roundsman/alerting/catalogue'
import { type Group, namedInGroup } from './bundle-groups.ts'

/** Nobody reads more of one thing on a phone, and each is weighed by itself. */
const namedAtMost = 30

/** Of each group how many of its names an SMS has; none: it is counted alone. */
export type Plan = readonly number[]

const fromGravest: readonly Severity[] = ['CRITICAL', 'WARNING', 'INFO']

/** Of how many of these groups an SMS names some, whatever that costs: the first, and what is CRITICAL, which nobody may have to look up (E393). */
export function leastOf(groups: readonly Group[], isNamed: (group: Group, index: number) => boolean): Plan {
  return groups.map((group, index) =>
    group.severity === 'CRITICAL' || isNamed(group, index) ? Math.min(group.names, namedInGroup) : 0,
  )
}

/** An SMS of what began alone is made no longer than this for what is less grave (E395). */
export const mostParts = 3

/**
 * From where on names are added: all of it, or else the ends, where that takes one more part, since a message of its own would take one as
 * well; else the least. What has many names is told as there is room.
 *
 * @param fewest parts of the least, or of what stands before all of these
 */
export function startOf(
  groups: readonly Group[],
  least: Plan,
  partsOf: (plan: Plan) => number,
  { fewest = partsOf(least), most = mostParts }: { fewest?: number; most?: number } = {},
): { start: Plan; parts: number } {
  const wholeOf = (isWanted: (group: Group) => boolean) =>
    groups.map((group, index) =>
      isWanted(group) ? Math.min(group.names, namedInGroup) : (least[index] ?? 0),
    )
  const isSmall = groups.every(({ names }) => names <= namedInGroup)
  const whole = isSmall ? [{ plan: wholeOf(() => true), most: Math.min(fewest + 1, most) }] : []
  // Whoever was told that it began waits for its end.
  const candidates = [...whole, { plan: wholeOf(isOfEnds), most: fewest + 1 }]
  const start = candidates.find((one) => partsOf(one.plan) <= one.most)?.plan ?? least
  return { start, parts: Math.max(fewest, partsOf(start)) }
}

function isOfEnds({ facts }: Group): boolean {
  return facts.every(({ trigger }) => trigger === 'TRUE_TO_FALSE')
}

/**
 * As many names as fit, the gravest first: while one of these is only counted, nothing that is less grave is named, since what is counted
 * counts as told (E393); and where there is room for one more, it is there (E395).
 */
export function packed(groups: readonly Group[], least: Plan, fits: (plan: Plan) => boolean): Plan {
  let plan = least
  const tried = (index: number, named: number) => {
    const next = plan.with(index, named)
    const isFitting = fits(next)
    if (isFitting) plan = next
    return isFitting
  }
  for (const severity of fromGravest) {
    const own = groups.flatMap((group, index) => (group.severity === severity ? [{ index, ...group }] : []))
    for (const { index, names } of own) {
      if ((plan[index] ?? 0) > 0) continue
      let named = Math.min(names, namedInGroup)
      while (named > 0 && !tried(index, named)) named -= 1
    }
    for (const { index, names } of own) {
      const named = () => plan[index] ?? 0
      // All of them need not be followed by how many are left.
      if (named() === 0 || (names <= namedAtMost && tried(index, names))) continue
      while (named() < Math.min(names, namedAtMost) && tried(index, named() + 1));
    }
    if (own.some(({ index, names }) => (plan[index] ?? 0) < names)) break
  }
  return plan
}

/** What is said of the groups that are named, in their order, and how many are only counted behind the last of them. */
export function said(groups: readonly Group[], plan: Plan): { named: readonly Group[]; counted: number } {
  const named = groups.filter((_, index) => (plan[index] ?? 0) > 0)
  const out = groups.filter((_, index) => (plan[index] ?? 0) === 0).reduce((sum, { count }) => sum + count, 0)
  const last = named.at(-1)
  if (out === 0 || last === undefined || last.hidden === 0) return { named, counted: out }
  // "And 29 more. And 1 more." would be read twice.
  return { named: [...named.slice(0, -1), { ...last, text: last.named }], counted: out + last.hidden }
}
