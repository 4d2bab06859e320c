/** A reason not to start that the operator can act on: its message is all that is printed, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Causes within causes that are followed. */
const deepest = 5

interface SerializedError {
  type: string
  message: string
  stack: string
  code?: string
  cause?: SerializedError
}

/**
 * An error as the log may hold it: what and where, but no field that could carry what a user typed. The builder of
 * queries puts the values into its messages, and PostgreSQL puts them into `detail`.
 */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: messageOf(error),
    stack: framesOf(error),
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause instanceof Error && depth < deepest ? { cause: serializeError(cause, depth + 1) } : {}),
  }
}

function messageOf(error: Error): string {
  return 'query' in error && typeof error.query === 'string' ? `Failed query: ${error.query}` : error.message
}

/** The stack without the message that stands above its frames. */
function framesOf(error: Error): string {
  const { stack = '', message } = error
  const at = stack.indexOf(message)
  return at < 0 ? stack : stack.slice(at + message.length).trim()
}
