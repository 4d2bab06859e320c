import { ChainReadError } from './errors.ts'

/** An answer that is not what it should be. Stays inside the package: `decodeAs` gives it a host and a method. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError'
}

/**
 * Runs a decoder on an answer from outside. Whatever it throws (also a library's RangeError on mangled protobuf)
 * means that the answer cannot be used.
 *
 * @throws ChainReadError schema
 */
export function decodeAs<T>(source: { host: string; method: string }, decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (error instanceof ChainReadError) throw error
    const reason = error instanceof ShapeError ? error.message : 'the answer does not have the expected shape'
    throw new ChainReadError({ kind: 'schema', ...source, reason })
  }
}
