import type { Bridge } from '@roundsman/contract/bridges'

/** Numbers of a version: `v0.31.4`, `0.32.1-mocha`; null where it does not begin with numbers. */
function numbersOf(version: string): number[] | null {
  const numbers = /^v?(\d+(?:\.\d+)+)/.exec(version.trim())?.[1]
  return numbers === undefined ? null : numbers.split('.').map(Number)
}

/** Negative where `a` is the older one. What follows the numbers (`-mocha`, `-rc1`) says nothing of which is newer. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  if (left === null || right === null) return (left === null ? 0 : 1) - (right === null ? 0 : 1)
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The newest version that any of them runs; null where none says one. */
export function newestVersion(bridges: readonly Pick<Bridge, 'version'>[]): string | null {
  return bridges.reduce<string | null>((newest, { version }) => {
    if (version === null || numbersOf(version) === null) return newest
    return newest === null || compareVersions(version, newest) > 0 ? version : newest
  }, null)
}

/** Whether it runs an older version than the newest one; false where it does not say which. */
export function isOlder({ version }: Pick<Bridge, 'version'>, newest: string | null): boolean {
  return (
    version !== null && newest !== null && numbersOf(version) !== null && compareVersions(version, newest) < 0
  )
}
