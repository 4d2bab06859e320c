import type { Language } from '@roundsman/contract/accounts/users'

interface MailTexts {
  subject: string
  paragraphs: readonly string[]
}

interface PhoneTexts {
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
    code: (code) => `${code} is your Roundsman code. It expires in 10 minutes. Never share it.`,
    testCall: ['This is a test call from Roundsman.', 'If you can hear this, calls to this number work.'],
    testCallStarted: 'Calling this number now.',
    added: (masked) => ({
      subject: 'Phone number added to your Roundsman account',
      paragraphs: [
        `${masked} was confirmed for your account.`,
        'If this wasn’t you, change your password and remove the number in the settings.',
      ],
    }),
    removed: (masked) => ({
      subject: 'Phone number removed from your Roundsman account',
      paragraphs: [
        `${masked} was removed from your account. It no longer gets SMS or calls.`,
        'If this wasn’t you, change your password and add the number again in the settings.',
      ],
    }),
    codeFailed: (masked) => ({
      subject: 'We couldn’t send the code to your phone',
      paragraphs: [
        `The SMS with the code for ${masked} wasn’t delivered, and we won’t retry.`,
        'Check the number in the settings. If it’s correct, request a new code there or add another number.',
      ],
    }),
    callFailed: (masked) => ({
      subject: 'The test call to your phone failed',
      paragraphs: [
        `The test call to ${masked} didn’t get through, and we won’t retry.`,
        'Make sure the phone is on and has signal, then call again from the settings or add another number.',
      ],
    }),
  },
  ru: {
    code: (code) => `${code} — код Roundsman на 10 минут. Никому его не сообщайте.`,
    testCall: ['Это тестовый звонок Roundsman.', 'Если вы это слышите, звонки на этот номер доходят.'],
    testCallStarted: 'Звоним на этот номер.',
    added: (masked) => ({
      subject: 'В ваш аккаунт Roundsman добавлен номер телефона',
      paragraphs: [
        `Номер ${masked} подтверждён для вашего аккаунта.`,
        'Если это были не вы, смените пароль и удалите номер в настройках.',
      ],
    }),
    removed: (masked) => ({
      subject: 'Из вашего аккаунта Roundsman удалён номер телефона',
      paragraphs: [
        `Номер ${masked} удалён из вашего аккаунта. SMS и звонки на него больше не поступают.`,
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
      subject: 'Тестовый звонок на ваш телефон не удался',
      paragraphs: [
        `Тестовый звонок на номер ${masked} не прошёл, и повторных попыток не будет.`,
        'Убедитесь, что телефон доступен, и повторите звонок в настройках или добавьте другой номер.',
      ],
    }),
  },
  uk: {
    code: (code) => `${code} — код Roundsman на 10 хвилин. Нікому його не кажіть.`,
    testCall: ['Це тестовий дзвінок Roundsman.', 'Якщо ви це чуєте, дзвінки на цей номер доходять.'],
    testCallStarted: 'Телефонуємо на цей номер.',
    added: (masked) => ({
      subject: 'До вашого акаунта Roundsman додано номер телефону',
      paragraphs: [
        `Номер ${masked} підтверджено для вашого акаунта.`,
        'Якщо це були не ви, змініть пароль і видаліть номер у налаштуваннях.',
      ],
    }),
    removed: (masked) => ({
      subject: 'З вашого акаунта Roundsman видалено номер телефону',
      paragraphs: [
        `Номер ${masked} видалено з вашого акаунта. SMS і дзвінки на нього більше не надходять.`,
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
      subject: 'Тестовий дзвінок на ваш телефон не вдався',
      paragraphs: [
        `Тестовий дзвінок на номер ${masked} не пройшов, і повторних спроб не буде.`,
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
    en: 'This kind of number isn’t supported. Enter a mobile or landline number.',
    ru: 'Номера такого типа не поддерживаются. Введите мобильный или стационарный номер.',
    uk: 'Номери такого типу не підтримуються. Введіть мобільний або стаціонарний номер.',
  },
  country: {
    en: 'Numbers from this country aren’t supported on this site.',
    ru: 'Номера этой страны на этом сайте не поддерживаются.',
    uk: 'Номери цієї країни на цьому сайті не підтримуються.',
  },
  own: {
    en: 'This number is already in your account.',
    ru: 'Этот номер уже есть в вашем аккаунте.',
    uk: 'Цей номер уже є у вашому акаунті.',
  },
  many: {
    en: 'You can have up to ten numbers. Remove one first.',
    ru: 'Можно добавить не больше десяти номеров. Сначала удалите один.',
    uk: 'Можна додати не більше десяти номерів. Спершу видаліть один.',
  },
} as const
