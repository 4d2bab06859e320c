/**
 * Chance as a function of a name and numbers, so that nothing depends on the order of questions.
 * Not cryptographic: a simulated chain has nothing to protect.
 */

/** 32-bit FNV-1a of a text, to start `mix` with. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return hash >>> 0
}

/** One 32-bit number from a start and up to three others (murmur3's finaliser between them). */
export function mix(start: number, a: number, b = 0, c = 0): number {
  let h = start | 0
  for (const value of [a, Math.floor(a / 0x100000000), b, c]) {
    h ^= value | 0
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    h = (h ^ (h >>> 16)) + 0x9e3779b9
  }
  return h >>> 0
}

/** In [0, 1). */
export function chance(start: number, a: number, b = 0, c = 0): number {
  return mix(start, a, b, c) / 0x100000000
}

export interface RandomStream {
  /** In [0, 1). */
  next(): number
  /** Whole number in [from, to]. */
  whole(from: number, to: number): number
  /** Exponentially distributed gap, 1 or more. */
  gap(mean: number): number
}

/** A stream of numbers from one start (mulberry32). */
export function createRandomStream(start: number): RandomStream {
  let state = start >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 0x100000000
  }
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    gap: (mean) => 1 + Math.floor(-Math.log(1 - next()) * mean),
  }
}

/** `length` bytes that follow from a start; the same start gives the same bytes. */
export function bytesFrom(start: number, length: number): Uint8Array {
  const stream = createRandomStream(start)
  const bytes = new Uint8Array(length)
  for (let i = 0; i < length; i += 1) bytes[i] = Math.floor(stream.next() * 256)
  return bytes
}
