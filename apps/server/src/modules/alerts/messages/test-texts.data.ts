import type { Language } from '@roundsman/contract/accounts/users'

/** A message that somebody sends to themselves, to see that it arrives. */
interface TestTexts {
  mail: { subject: string; paragraphs: readonly string[] }
  /** One part in every language. */
  sms: string
  call: readonly string[]
}

export const testTexts: Readonly<Record<Language, TestTexts>> = {
  en: {
    mail: {
      subject: 'Test message from Roundsman',
      paragraphs: ['This is a test message from Roundsman. If you can read it, alerts reach this address.'],
    },
    sms: 'Roundsman: this is a test. Alerts by SMS reach this number.',
    call: ['This is a test call from Roundsman.', 'If you can hear this, alert calls reach this number.'],
  },
  ru: {
    mail: {
      subject: 'Тестовое сообщение Roundsman',
      paragraphs: [
        'Это тестовое сообщение Roundsman. Если вы его читаете, оповещения на этот адрес доходят.',
      ],
    },
    sms: 'Roundsman: тест. Оповещения по SMS на этот номер доходят.',
    call: [
      'Это тестовый звонок Roundsman.',
      'Если вы это слышите, звонки с оповещениями на этот номер доходят.',
    ],
  },
  uk: {
    mail: {
      subject: 'Тестове повідомлення Roundsman',
      paragraphs: [
        'Це тестове повідомлення Roundsman. Якщо ви його читаєте, сповіщення на цю адресу доходять.',
      ],
    },
    sms: 'Roundsman: тест. Сповіщення через SMS на цей номер доходять.',
    call: [
      'Це тестовий дзвінок Roundsman.',
      'Якщо ви це чуєте, дзвінки зі сповіщеннями на цей номер доходять.',
    ],
  },
}
