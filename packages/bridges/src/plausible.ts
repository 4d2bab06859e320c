/** No chain will be as high: a block each millisecond for a thousand years. */
const highest = 2 ** 45
/** 2019: older than the first such program. */
const oldestSeconds = 1_546_300_800
/** The year 2286. */
const newestSeconds = 9_999_999_999

/** A height that a chain can have; null: none, and so is 0, which says that nothing is known yet. */
export function plausibleHeight(value: number | null): number | null {
  return value !== null && Number.isInteger(value) && value > 0 && value <= highest ? value : null
}

/** A time at which a program can have been started, whole Unix seconds. */
export function plausibleSeconds(value: number | null): number | null {
  return value !== null && value >= oldestSeconds && value <= newestSeconds ? Math.floor(value) : null
}

/** A word of printable ASCII, at most a hundred letters: a version, or a name without spaces. */
export function plausibleText(text: string | undefined): string | null {
  return text !== undefined && /^[\x21-\x7e]{1,100}$/.test(text) ? text : null
}
