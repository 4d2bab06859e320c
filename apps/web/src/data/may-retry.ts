import { ProblemError } from './errors.ts'

/** Whether what could not be read is asked for again by itself, twice: what the server refused it refuses again. */
export const mayRetry = (failures: number, error: Error) =>
  failures < 2 && !(error instanceof ProblemError && error.problem.status < 500)
