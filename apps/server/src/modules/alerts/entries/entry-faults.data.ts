import { alertEntriesOfTeam, alertEntriesOfUser } from '@roundsman/contract/alerts/alerts'

/** What is wrong with a field of a change, for a person. */
export const entryFaults = {
  unknownSetting: {
    en: 'There is no such alert.',
    ru: 'Такого оповещения нет.',
    uk: 'Такого сповіщення немає.',
  },
  repeatedSetting: {
    en: 'This alert is listed twice.',
    ru: 'Это оповещение указано дважды.',
    uk: 'Це сповіщення вказано двічі.',
  },
  wrongTarget: {
    en: 'This alert is for another kind of target.',
    ru: 'Это оповещение относится к объектам другого вида.',
    uk: 'Це сповіщення стосується об’єктів іншого виду.',
  },
  unknownValidator: {
    en: 'This network has no such validator.',
    ru: 'В этой сети нет такого валидатора.',
    uk: 'У цій мережі немає такого валідатора.',
  },
  unknownBridge: {
    en: 'This network has no such bridge.',
    ru: 'В этой сети нет такого бриджа.',
    uk: 'У цій мережі немає такого бриджа.',
  },
  twoTargets: {
    en: 'Give one target: a validator, a bridge or a list.',
    ru: 'Укажите одну цель: валидатор, бридж или список.',
    uk: 'Вкажіть одну ціль: валідатор, бридж або список.',
  },
  teamOperates: {
    en: 'A team watches validators as their operator.',
    ru: 'Команда следит за валидаторами как их оператор.',
    uk: 'Команда стежить за валідаторами як їхній оператор.',
  },
  bridgeIsRun: {
    en: 'Nobody delegates to a bridge.',
    ru: 'Бриджам не делегируют.',
    uk: 'Бриджам не делегують.',
  },
  noContact: {
    en: 'You have no confirmed contact for this channel.',
    ru: 'У вас нет подтверждённого контакта для этого канала.',
    uk: 'У вас немає підтвердженого контакту для цього каналу.',
  },
  notSetUp: {
    en: 'This channel isn’t set up on this site.',
    ru: 'Этот канал на сайте не настроен.',
    uk: 'Цей канал на сайті не налаштовано.',
  },
  tooMany: {
    en: `You can have up to ${alertEntriesOfUser} alerts. Remove some first.`,
    ru: `Можно настроить не больше ${alertEntriesOfUser} оповещений. Сначала удалите лишние.`,
    uk: `Можна налаштувати не більше ${alertEntriesOfUser} сповіщень. Спершу видаліть зайві.`,
  },
  tooManyOfTeam: {
    en: `A team can have up to ${alertEntriesOfTeam} alerts. Remove some first.`,
    ru: `В команде можно настроить не больше ${alertEntriesOfTeam} оповещений. Сначала удалите лишние.`,
    uk: `У команді можна налаштувати не більше ${alertEntriesOfTeam} сповіщень. Спершу видаліть зайві.`,
  },
} as const
