import * as z from 'zod/mini'
import { alertSeverities } from './alerts.ts'

/** What the service worker of a browser gets, as JSON. */
export const PushPayload = z.object({
  title: z.string(),
  body: z.string(),
  /** Where a click leads. */
  url: z.nullable(z.string()),
  /** Where its reader acknowledges or mutes. */
  answer: z.nullable(z.object({ label: z.string(), url: z.string() })),
  /** A notification that is shown is replaced by the next one with the same tag. */
  tag: z.string(),
  /** null: of a message that is about no alert. */
  severity: z.nullable(z.enum(alertSeverities)),
})
export type PushPayload = z.infer<typeof PushPayload>
