/** Chance, 0…1. The only file that may ask for it. */
export const browserRandom = (): number => Math.random()

/** Bytes that nobody can guess. */
export const browserBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))
