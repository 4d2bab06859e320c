import type { Language } from '@roundsman/contract/accounts/users'

interface TelegramTexts {
  acknowledge: string
  mute: string
  acknowledged: string
  /** After an answer, in the message. */
  seen: (reader: string, time: string) => string
  muted: (time: string) => string
  /** What a mute does not mute (E321). */
  endNotMuted: string
  /** To somebody else's press. */
  notYours: string
  tooOld: string
  failed: string
  /** To a chat that came by no link, by one that is used up, or by one that is too old. */
  noLink: string
  used: string
  expired: string
}

/** What the bot says beside alerts. */
export const telegramTexts: Readonly<Record<Language, TelegramTexts>> = {
  en: {
    acknowledge: 'Acknowledge',
    mute: 'Mute 1 h',
    acknowledged: 'Acknowledged.',
    seen: (reader, time) => `Acknowledged by ${reader}, ${time}`,
    muted: (time) => `Muted until ${time}`,
    endNotMuted: 'The message that it’s over isn’t muted.',
    notYours: 'Only the person who connected this chat can answer.',
    tooOld: 'This message is too old to answer. Open the alert on the site.',
    failed: 'That didn’t work. Try again.',
    noLink:
      'To get alerts here, add Telegram on the site under Settings → Contacts and open the link shown there.',
    used: 'This link has already been used. Add Telegram again under Settings → Contacts.',
    expired: 'This link has expired. Add Telegram again under Settings → Contacts.',
  },
  ru: {
    acknowledge: 'Подтвердить',
    mute: 'Заглушить на час',
    acknowledged: 'Подтверждено.',
    seen: (reader, time) => `Подтверждено: ${reader}, ${time}`,
    muted: (time) => `Заглушено до ${time}`,
    endNotMuted: 'Сообщение о том, что всё прошло, не заглушено.',
    notYours: 'Ответить может только тот, кто подключил этот чат.',
    tooOld: 'На это сообщение уже нельзя ответить. Откройте оповещение на сайте.',
    failed: 'Не получилось. Попробуйте ещё раз.',
    noLink:
      'Чтобы получать оповещения здесь, добавьте Telegram на сайте в разделе «Настройки → Контакты» и откройте показанную там ссылку.',
    used: 'Эта ссылка уже использована. Добавьте Telegram ещё раз в разделе «Настройки → Контакты».',
    expired: 'Срок действия ссылки истёк. Добавьте Telegram ещё раз в разделе «Настройки → Контакты».',
  },
  uk: {
    acknowledge: 'Підтвердити',
    mute: 'Заглушити на годину',
    acknowledged: 'Підтверджено.',
    seen: (reader, time) => `Підтверджено: ${reader}, ${time}`,
    muted: (time) => `Заглушено до ${time}`,
    endNotMuted: 'Повідомлення про те, що все минуло, не заглушено.',
    notYours: 'Відповісти може лише той, хто підключив цей чат.',
    tooOld: 'На це повідомлення вже не можна відповісти. Відкрийте сповіщення на сайті.',
    failed: 'Не вдалося. Спробуйте ще раз.',
    noLink:
      'Щоб отримувати сповіщення тут, додайте Telegram на сайті в розділі «Налаштування → Контакти» і відкрийте показане там посилання.',
    used: 'Це посилання вже використано. Додайте Telegram ще раз у розділі «Налаштування → Контакти».',
    expired: 'Термін дії посилання минув. Додайте Telegram ще раз у розділі «Налаштування → Контакти».',
  },
}

/** In the language that somebody's Telegram speaks; English where it is none of ours. */
export function telegramTextsFor(code: string | undefined): TelegramTexts {
  const language = (['ru', 'uk'] as const).find((one) => code?.toLowerCase().startsWith(one))
  return telegramTexts[language ?? 'en']
}
