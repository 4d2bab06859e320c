import { onCallBounds } from '@roundsman/contract/alerts/on-call'
import type { Language } from '@roundsman/contract/accounts/users'

/** What a request about who is on call got wrong. */
export const onCallFaults = {
  noMember: {
    en: 'This person is not in the team.',
    ru: 'Этого человека нет в команде.',
    uk: 'Цієї людини немає в команді.',
  },
  endsFirst: {
    en: 'The end must be after the start.',
    ru: 'Конец должен быть позже начала.',
    uk: 'Кінець має бути пізніше за початок.',
  },
  tooLong: {
    en: `At most ${onCallBounds.overrideDays} days.`,
    ru: `Не больше ${onCallBounds.overrideDays} дней.`,
    uk: `Не більше ${onCallBounds.overrideDays} днів.`,
  },
  outOfRange: {
    en: 'Choose a time between the years 2000 and 2199.',
    ru: 'Выберите время между 2000 и 2199 годами.',
    uk: 'Оберіть час між 2000 і 2199 роками.',
  },
  notAtOnce: {
    en: 'Only the first step can come at once; the others need at least a minute.',
    ru: 'Сразу может быть только первый шаг, остальные — не раньше чем через минуту.',
    uk: 'Одразу може бути лише перший крок, решта — не раніше ніж за хвилину.',
  },
} as const

/** In a calendar: the name of it, and of a shift. */
export const calendarTexts: Record<Language, { calendar(team: string): string; shift(who: string): string }> =
  {
    en: { calendar: (team) => `${team}: on call`, shift: (who) => `On call: ${who}` },
    ru: { calendar: (team) => `${team}: дежурства`, shift: (who) => `Дежурит ${who}` },
    uk: { calendar: (team) => `${team}: чергування`, shift: (who) => `Чергує ${who}` },
  }
