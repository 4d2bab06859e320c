import type { Language } from '@roundsman/contract/users'

interface MailTexts {
  subject: string
  paragraphs: readonly string[]
}

export interface PhoneTexts {
  /** Short: in Cyrillic seventy characters are one message, and each further one costs again. */
  code: (code: string) => string
  testCall: readonly string[]
  testCallStarted: string
  added: (masked: string) => MailTexts
  removed: (masked: string) => MailTexts
  codeFailed: (masked: string) => MailTexts
  callFailed: (masked: string) => MailTexts
}

export const phoneTexts: Readonly<Record<Language, PhoneTexts>> = {
  en: {
    code: (code) => `${code} is your Roundsman code, good for ten minutes. Tell it to nobody.`,
    testCall: ['This is a test call from Roundsman.', 'Alerts that you choose will reach you like this.'],
    testCallStarted: 'We are calling this number now.',
    added: (masked) => ({
      subject: 'A phone number was added to your Roundsman account',
      paragraphs: [
        `The number ${masked} was confirmed for your account.`,
        'If it was not you, change your password and remove the number in the settings.',
      ],
    }),
    removed: (masked) => ({
      subject: 'A phone number was removed from your Roundsman account',
      paragraphs: [
        `The number ${masked} was removed from your account. Nothing will be sent to it any more.`,
        'If it was not you, change your password and add the number again in the settings.',
      ],
    }),
    codeFailed: (masked) => ({
      subject: 'The code for your phone could not be sent',
      paragraphs: [
        `The SMS with the code for the number ${masked} was not delivered, and it will not be tried again.`,
        'Check the number in the settings. If it is right, ask for a new code there, or add another number.',
      ],
    }),
    callFailed: (masked) => ({
      subject: 'The test call to your phone failed',
      paragraphs: [
        `The test call to the number ${masked} did not get through, and it will not be tried again.`,
        'Check that the phone can be reached, then call again in the settings, or add another number.',
      ],
    }),
  },
  ru: {
    code: (code) => `${code} — код Roundsman на десять минут. Никому его не сообщайте.`,
    testCall: ['Это проверочный звонок Roundsman.', 'Так вы будете получать выбранные оповещения.'],
    testCallStarted: 'Мы звоним на этот номер.',
    added: (masked) => ({
      subject: 'К вашей учётной записи Roundsman добавлен номер телефона',
      paragraphs: [
        `Номер ${masked} подтверждён для вашей учётной записи.`,
        'Если это были не вы, смените пароль и удалите номер в настройках.',
      ],
    }),
    removed: (masked) => ({
      subject: 'Из вашей учётной записи Roundsman удалён номер телефона',
      paragraphs: [
        `Номер ${masked} удалён из вашей учётной записи. На него больше ничего не будет отправляться.`,
        'Если это были не вы, смените пароль и снова добавьте номер в настройках.',
      ],
    }),
    codeFailed: (masked) => ({
      subject: 'Не удалось отправить код на ваш телефон',
      paragraphs: [
        `SMS с кодом для номера ${masked} не доставлено, и повторных попыток не будет.`,
        'Проверьте номер в настройках. Если он верный, запросите там новый код или добавьте другой номер.',
      ],
    }),
    callFailed: (masked) => ({
      subject: 'Проверочный звонок на ваш телефон не удался',
      paragraphs: [
        `Проверочный звонок на номер ${masked} не прошёл, и повторных попыток не будет.`,
        'Убедитесь, что телефон доступен, и повторите звонок в настройках или добавьте другой номер.',
      ],
    }),
  },
  uk: {
    code: (code) => `${code} — код Roundsman на десять хвилин. Нікому його не кажіть.`,
    testCall: ['Це перевірковий дзвінок Roundsman.', 'Так ви отримуватимете обрані сповіщення.'],
    testCallStarted: 'Ми телефонуємо на цей номер.',
    added: (masked) => ({
      subject: 'До вашого облікового запису Roundsman додано номер телефону',
      paragraphs: [
        `Номер ${masked} підтверджено для вашого облікового запису.`,
        'Якщо це були не ви, змініть пароль і видаліть номер у налаштуваннях.',
      ],
    }),
    removed: (masked) => ({
      subject: 'З вашого облікового запису Roundsman видалено номер телефону',
      paragraphs: [
        `Номер ${masked} видалено з вашого облікового запису. На нього більше нічого не надсилатиметься.`,
        'Якщо це були не ви, змініть пароль і знову додайте номер у налаштуваннях.',
      ],
    }),
    codeFailed: (masked) => ({
      subject: 'Не вдалося надіслати код на ваш телефон',
      paragraphs: [
        `SMS із кодом для номера ${masked} не доставлено, і повторних спроб не буде.`,
        'Перевірте номер у налаштуваннях. Якщо він правильний, замовте там новий код або додайте інший номер.',
      ],
    }),
    callFailed: (masked) => ({
      subject: 'Перевірковий дзвінок на ваш телефон не вдався',
      paragraphs: [
        `Перевірковий дзвінок на номер ${masked} не пройшов, і повторних спроб не буде.`,
        'Переконайтеся, що телефон доступний, і повторіть дзвінок у налаштуваннях або додайте інший номер.',
      ],
    }),
  },
}

/** Sentences for the field `phone`. */
export const phoneFaults = {
  format: {
    en: 'Enter the number with + and the country code, such as +1 202 555 0123.',
    ru: 'Введите номер с + и кодом страны, например +1 202 555 0123.',
    uk: 'Введіть номер із + та кодом країни, наприклад +1 202 555 0123.',
  },
  kind: {
    en: 'Numbers of this kind are not taken. Enter a mobile or an ordinary number.',
    ru: 'Номера такого типа не принимаются. Введите мобильный или обычный номер.',
    uk: 'Номери такого типу не приймаються. Введіть мобільний або звичайний номер.',
  },
  country: {
    en: 'Numbers of this country are not taken on this site.',
    ru: 'Номера этой страны на этом сайте не принимаются.',
    uk: 'Номери цієї країни на цьому сайті не приймаються.',
  },
  own: {
    en: 'This number is in your account already.',
    ru: 'Этот номер уже есть в вашей учётной записи.',
    uk: 'Цей номер уже є у вашому обліковому записі.',
  },
  many: {
    en: 'An account has at most ten numbers. Remove one first.',
    ru: 'В учётной записи может быть не больше десяти номеров. Сначала удалите один.',
    uk: 'В обліковому записі може бути не більше десяти номерів. Спершу видаліть один.',
  },
} as const
