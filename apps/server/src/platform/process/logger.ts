import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import type { LogLevel } from '../config/variables.ts'
import { serializeError } from '../errors.ts'

/** Names under which a secret could come into a line by mistake. */
const secretNames = ['password', 'token', 'secret', 'authorization', 'cookie', 'code', 'apiKey']
const redacted = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** JSON lines on standard output, pretty on a terminal. Built once by the program that starts. */
export function createLogger(level: LogLevel, isTerminal: boolean): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    redact: { paths: redacted, censor: '(not logged)' },
  }
  if (!isTerminal) return pino(options)
  return pino(options, pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'reqId', sync: true }))
}
