import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Everything random in the server. The only file that may ask the machine for it. */
export interface Ids {
  /** A version 4 UUID. */
  uuid(): string
  /** Unpredictable bytes as base64url; 32 bytes give 256 bits. */
  token(bytes: number): string
  /** A number of exactly `digits` decimal digits, zeros in front kept. */
  digits(count: number): string
  /** Uniform in [0, 1), for jitter and choices without weight for security. */
  fraction(): number
}

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
  fraction: () => randomInt(2 ** 32) / 2 ** 32,
}
