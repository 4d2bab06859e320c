import type { Language } from '@roundsman/contract/users'

/** What every mail carries around its message. */
export const mailFrame: Readonly<Record<Language, { footer: string; copyLink: string; answer: string }>> = {
  en: {
    footer: 'Sent by Roundsman. Replies aren’t monitored.',
    copyLink: 'If the button doesn’t work, copy this link into your browser:',
    answer: 'Acknowledge or mute, without signing in',
  },
  ru: {
    footer: 'Отправлено Roundsman. Отвечать на это письмо не нужно.',
    copyLink: 'Если кнопка не работает, скопируйте эту ссылку в браузер:',
    answer: 'Подтвердить или заглушить, не входя на сайт',
  },
  uk: {
    footer: 'Надіслано Roundsman. Відповідати на цей лист не потрібно.',
    copyLink: 'Якщо кнопка не працює, скопіюйте це посилання у браузер:',
    answer: 'Підтвердити або заглушити, не входячи на сайт',
  },
}
