import { GateFullError } from '../../platform/gate.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'

/** More works wait (passwords, pictures) than the machine could work off: 503, and nothing was decided. */
export async function unlessOverrun<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof GateFullError) {
      throw new ProblemError('unavailable', { headers: { 'retry-after': '5' }, cause: error })
    }
    throw error
  }
}
