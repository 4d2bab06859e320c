import * as z from 'zod/mini'

const User = z.object({
  id: z.int(),
  is_bot: z.optional(z.boolean()),
  first_name: z.optional(z.string()),
  username: z.optional(z.string()),
  language_code: z.optional(z.string()),
})

const Chat = z.object({
  id: z.int(),
  title: z.optional(z.string()),
  first_name: z.optional(z.string()),
  username: z.optional(z.string()),
})
export type TelegramChat = z.infer<typeof Chat>

/** Of a text: what a part of it is. Sent back as it came. */
const Entity = z.looseObject({ type: z.string(), offset: z.int(), length: z.int() })

const Message = z.object({
  message_id: z.int(),
  chat: Chat,
  from: z.optional(User),
  text: z.optional(z.string()),
  entities: z.optional(z.array(Entity)),
})
export type TelegramMessage = z.infer<typeof Message>

const CallbackQuery = z.object({
  id: z.string(),
  from: User,
  message: z.optional(Message),
  data: z.optional(z.string()),
})
export type CallbackQuery = z.infer<typeof CallbackQuery>

/** What somebody wrote or pressed; a part that is not as it should be is left out, so that it holds nothing up. */
export const Update = z.object({
  update_id: z.int(),
  message: z.catch(z.optional(Message), undefined),
  callback_query: z.catch(z.optional(CallbackQuery), undefined),
})
export type Update = z.infer<typeof Update>

export const Updates = z.array(z.looseObject({ update_id: z.int() }))
