import { ladder } from '@roundsman/timeseries/ladder'
import * as z from 'zod'

/** The first line of a file says what it is, and by which version of this form. */
const Head = z.strictObject({ roundsman_past: z.literal(1, 'must be 1: this program reads version 1') })

const steps: readonly number[] = ladder.map(({ step }) => step)
const networkId = z.int().min(1).max(2_147_483_647)
const text = z.string().min(1).max(1_000)
const height = z.int().min(0)
/** ISO 8601 with a zone; Unix ms from here on. */
const time = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-01-31T12:00:00Z' })
  .transform((value) => Date.parse(value))
const fractions = z.array(z.nullable(z.number().min(0).max(1))).default([])
const amounts = z.array(z.nullable(z.number().min(0))).default([])

const Network = z.strictObject({ blockchain_id: networkId, chain_id: text })

const Validator = z.strictObject({
  blockchain_id: networkId,
  /** null where the chain has no operators. */
  operator_address: text.nullable(),
  consensus_address: z
    .string()
    .regex(/^[0-9A-Fa-f]{40}$/, 'must be 40 hex digits')
    .toUpperCase(),
  moniker: z.string().max(1_000).nullable(),
  /** When it left the chain, where it did. */
  left_at: time.nullable().default(null),
})

/** Of all validators of a network, in the order in which they are in the file; null, or missing at the end: not known. */
const Samples = z
  .strictObject({
    blockchain_id: networkId,
    step: z.int().refine((step) => steps.includes(step), `must be one of ${steps.join(', ')} (seconds)`),
    /** When the bucket begins. */
    at: time,
    uptime: fractions,
    power: amounts,
    commission: fractions,
    tokens: amounts,
  })
  .refine(({ at, step }) => at % (step * 1000) === 0, {
    path: ['at'],
    error: 'must be a multiple of the step',
  })

/** What somebody can have seen happen. Gaps and changed keys are this program's own business. */
const eventKinds = [
  'jailed',
  'unjailed',
  'tombstoned',
  'bonded',
  'unbonding',
  'unbonded',
  'slashed',
  'commission_changed',
  'moniker_changed',
  'power_changed',
  'rank_changed',
  'joined',
  'removed',
  'outage',
] as const

const Outage = z.strictObject({
  blocks: z.int().min(1),
  first_height: height,
  last_height: height,
  from: time,
  to: time,
  at_least: z.boolean().default(false),
})

const validator = text.describe('an operator or consensus address of a validator that the file names before')

/** In the form in which the timeline of a validator has it (`GET /api/blockchains/details/…/timeline/`). */
const Event = z
  .strictObject({
    blockchain_id: networkId,
    validator,
    at: time,
    height: height.nullable().default(null),
    kind: z.enum(eventKinds),
    before: z.string().max(1_000).nullable().default(null),
    after: z.string().max(1_000).nullable().default(null),
    outage: Outage.optional(),
  })
  .refine(({ kind, outage }) => (kind === 'outage') === (outage !== undefined), {
    path: ['outage'],
    error: 'must be there where the kind is outage, and only there',
  })

/** Figures of an alert: what its text names. */
const Figures = z.strictObject({
  value: z.number().nullable().exactOptional(),
  before: z.string().nullable().exactOptional(),
  after: z.string().nullable().exactOptional(),
  missed_blocks: z.int().min(0).nullable().exactOptional(),
  signed_blocks_window: z.int().min(1).nullable().exactOptional(),
  consecutive_missed: z.int().min(0).nullable().exactOptional(),
})

/** Something that concerned a user, in the words of the export of an account. */
const Alert = z.strictObject({
  email: text,
  blockchain_id: networkId,
  /** null: the network itself. */
  validator: validator.nullable(),
  setting_id: z.int().min(1),
  at: time,
  height: height.nullable().default(null),
  ended_at: time.nullable().default(null),
  acknowledged_at: time.nullable().default(null),
  figures: Figures.default({}),
})

const End = z.strictObject({ lines: z.int() })

/** A line after the first: an object with one key, which says what it is. */
export type PastLine =
  | { network: PastNetwork }
  | { validator: PastValidator }
  | { samples: PastSamples }
  | { event: PastEvent }
  | { alert: PastAlert }
  | { end: z.infer<typeof End> }

export type PastNetwork = z.infer<typeof Network>
export type PastValidator = z.infer<typeof Validator>
export type PastSamples = z.infer<typeof Samples>
export type PastEvent = z.infer<typeof Event>
export type PastAlert = z.infer<typeof Alert>

/** What is wrong with a line of the file, and what it has to be. */
export class BadLine extends Error {
  override name = 'BadLine'
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}. Nothing was imported.`)
  }
}

/** @throws BadLine where the first line is another one */
export function readHead(text: string): void {
  if (!Head.safeParse(jsonOf(1, text)).success)
    throw new BadLine(1, 'the first line of a past has to be {"roundsman_past":1}')
}

/** @throws BadLine */
export function readLine(number: number, text: string): PastLine {
  const value = jsonOf(number, text)
  const parts: [string, unknown][] = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const [part, ...others] = parts
  if (part === undefined || others.length > 0) throw notOneKey(number)
  const [name, content] = part
  switch (name) {
    case 'network':
      return { network: contentOf(number, Network, name, content) }
    case 'validator':
      return { validator: contentOf(number, Validator, name, content) }
    case 'samples':
      return { samples: contentOf(number, Samples, name, content) }
    case 'event':
      return { event: contentOf(number, Event, name, content) }
    case 'alert':
      return { alert: contentOf(number, Alert, name, content) }
    case 'end':
      return { end: contentOf(number, End, name, content) }
    default:
      throw notOneKey(number)
  }
}

function contentOf<S extends z.ZodType>(number: number, schema: S, kind: string, value: unknown): z.infer<S> {
  const content = schema.safeParse(value)
  if (content.success) return content.data
  const [issue] = content.error.issues
  throw new BadLine(
    number,
    `${[kind, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'not understood'}`,
  )
}

function notOneKey(number: number): BadLine {
  return new BadLine(
    number,
    'it has to be an object with one key: network, validator, samples, event, alert or end',
  )
}

function jsonOf(number: number, text: string): unknown {
  // PostgreSQL cannot store it in a text.
  if (text.includes(String.raw`\u0000`))
    throw new BadLine(number, 'it contains U+0000; remove that character')
  try {
    return JSON.parse(text)
  } catch {
    throw new BadLine(number, 'it is not JSON; each line has to be one object')
  }
}
