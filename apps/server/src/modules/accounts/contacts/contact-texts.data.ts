import type { Language } from '@roundsman/contract/accounts/users'
import type { Message } from '../../notifications/notifications.public.ts'

/** What a contact gets first, and what its owner is told where it is refused. `what`: its name and where it is. */
export const contactTexts: Readonly<
  Record<Language, { hello: Message; broken: (what: string, why: string) => Message }>
> = {
  en: {
    hello: {
      subject: 'Roundsman is connected',
      paragraphs: ['Alerts that you choose for this channel will arrive here.'],
    },
    broken: (what, why) => ({
      subject: 'A contact no longer works',
      paragraphs: [
        `${what} refuses our messages: ${why}`,
        'No alerts are sent there until a test message arrives. Check it in your settings, or remove it.',
      ],
    }),
  },
  ru: {
    hello: {
      subject: 'Roundsman подключён',
      paragraphs: ['Сюда будут приходить оповещения, для которых вы выберете этот канал.'],
    },
    broken: (what, why) => ({
      subject: 'Контакт больше не работает',
      paragraphs: [
        `${what} не принимает наши сообщения: ${why}`,
        'Оповещения туда не отправляются, пока не дойдёт тестовое сообщение. Проверьте контакт в настройках или удалите его.',
      ],
    }),
  },
  uk: {
    hello: {
      subject: 'Roundsman підключено',
      paragraphs: ['Сюди надходитимуть сповіщення, для яких ви виберете цей канал.'],
    },
    broken: (what, why) => ({
      subject: 'Контакт більше не працює',
      paragraphs: [
        `${what} не приймає наших повідомлень: ${why}`,
        'Сповіщення туди не надсилаються, доки не дійде тестове повідомлення. Перевірте контакт у налаштуваннях або видаліть його.',
      ],
    }),
  },
}
