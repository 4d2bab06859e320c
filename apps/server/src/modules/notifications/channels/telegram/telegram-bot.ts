import * as z from 'zod/mini'
import type { Config } from '../../../../platform/config/config.ts'
import { createSiteFetch } from '../../../../platform/clients/guarded-fetch.ts'
import type { ChannelSite } from '../channel.ts'
import {
  askProvider,
  jsonRequest,
  type ProviderAnswer,
  type ProviderRequest,
  readJson,
} from '../provider-answer.ts'

export type TelegramAccount = NonNullable<Config['telegram']>

/** A call of the Bot API. The token is a part of the path: nothing of the address may be shown or logged. */
export function telegramRequest(
  { url, token }: TelegramAccount,
  method: string,
  body: object,
): ProviderRequest {
  return jsonRequest('POST', `${url.replace(/\/+$/, '')}/bot${token}/${method}`, body)
}

const Reply = z.object({
  ok: z.boolean(),
  result: z.optional(z.unknown()),
  error_code: z.optional(z.int()),
  description: z.optional(z.string()),
  parameters: z.optional(
    z.object({ retry_after: z.optional(z.number()), migrate_to_chat_id: z.optional(z.int()) }),
  ),
})
export type TelegramReply = z.infer<typeof Reply>

/** Null where an answer is none of the Bot API. */
export function telegramReply({ text }: Pick<ProviderAnswer, 'text'>): TelegramReply | null {
  return readJson(Reply, text)
}

export interface TelegramBot {
  /** Null where the answer is none of the Bot API. @throws OutboundError where none came, or the reason of `signal` */
  call(method: string, body: object, signal: AbortSignal): Promise<TelegramReply | null>
}

/** A hundred updates, each with a message of 4,096 characters and what stands around it. */
const mostBytes = 8 * 1024 * 1024

export function createTelegramBot(
  account: TelegramAccount,
  site: Pick<ChannelSite, 'fetch' | 'clock'>,
): TelegramBot {
  const siteFetch = createSiteFetch(site, mostBytes)
  return {
    call: async (method, body, signal) => {
      const answer = await askProvider(
        siteFetch,
        telegramRequest(account, method, body),
        site.clock.now,
        signal,
      )
      return 'outcome' in answer ? null : telegramReply(answer)
    },
  }
}
