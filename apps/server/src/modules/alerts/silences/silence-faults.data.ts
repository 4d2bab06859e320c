import { silenceBounds } from '@roundsman/contract/alerts/silences'

/** What is wrong with a field of a silence, for a person. */
export const silenceFaults = {
  twoTargets: {
    en: 'Choose a validator or a bridge, not both.',
    ru: 'Выберите валидатор или бридж, но не оба сразу.',
    uk: 'Виберіть валідатор або бридж, але не обидва одразу.',
  },
  over: {
    en: 'The end must be in the future and after the start.',
    ru: 'Окончание должно быть в будущем и позже начала.',
    uk: 'Завершення має бути в майбутньому й пізніше за початок.',
  },
  tooLong: {
    en: `A silence can last up to ${silenceBounds.days} days.`,
    ru: `Приостановка может длиться не дольше ${silenceBounds.days} дней.`,
    uk: `Призупинення може тривати не довше ${silenceBounds.days} днів.`,
  },
  tooFar: {
    en: 'Start within the next year.',
    ru: 'Начало должно быть в течение ближайшего года.',
    uk: 'Початок має бути протягом найближчого року.',
  },
  tooMany: {
    en: `You can have up to ${silenceBounds.ofUser} silences. End some first.`,
    ru: `Можно задать не больше ${silenceBounds.ofUser} приостановок. Сначала завершите лишние.`,
    uk: `Можна задати не більше ${silenceBounds.ofUser} призупинень. Спершу завершіть зайві.`,
  },
  tooManyOfTeam: {
    en: `A team can have up to ${silenceBounds.ofUser} silences. End some first.`,
    ru: `У команды может быть не больше ${silenceBounds.ofUser} приостановок. Сначала завершите лишние.`,
    uk: `Команда може мати не більше ${silenceBounds.ofUser} призупинень. Спершу завершіть зайві.`,
  },
} as const
