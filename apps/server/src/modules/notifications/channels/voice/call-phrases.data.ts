import type { Language } from '@roundsman/contract/users'

export interface CallPhrases {
  /** What the keys do; said after the text, and again after a key that does nothing. */
  choice: string
  acknowledged: string
  muted: string
  /** Where it could not be written down. */
  failed: string
}

/** What a call says beside the text of its message. */
export const callPhrases: Readonly<Record<Language, CallPhrases>> = {
  en: {
    choice: 'Press 1 to acknowledge, 2 to mute for 30 minutes.',
    acknowledged: 'Acknowledged. Goodbye.',
    muted: 'Muted for 30 minutes. Goodbye.',
    failed: 'That did not work. Please open the page of your alerts.',
  },
  ru: {
    choice: 'Нажмите 1, чтобы подтвердить получение, или 2, чтобы заглушить эти оповещения на 30 минут.',
    acknowledged: 'Получение подтверждено. До свидания.',
    muted: 'Заглушено на 30 минут. До свидания.',
    failed: 'Не получилось. Пожалуйста, откройте страницу оповещений.',
  },
  uk: {
    choice: 'Натисніть 1, щоб підтвердити отримання, або 2, щоб заглушити ці сповіщення на 30 хвилин.',
    acknowledged: 'Отримання підтверджено. До побачення.',
    muted: 'Заглушено на 30 хвилин. До побачення.',
    failed: 'Не вдалося. Будь ласка, відкрийте сторінку сповіщень.',
  },
}
