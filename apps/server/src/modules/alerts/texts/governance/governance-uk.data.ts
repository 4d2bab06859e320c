import type { VoteOption } from '@roundsman/contract/governance/governance'
import type { Figures, Formats } from '../phrases.ts'
import type { GovernancePhrases } from './governance-phrases.ts'

const options: Readonly<Record<VoteOption, string>> = {
  YES: 'за',
  NO: 'проти',
  NO_WITH_VETO: 'проти з вето',
  ABSTAIN: 'утримався',
}
/** «№ 42 «Збільшити блок»» */
const number = ({ proposal }: Figures) => {
  if (proposal === null) return ''
  return ` №\u00a0${proposal.id}${proposal.title === '' ? '' : ` «${proposal.title}»`}`
}
/** Називний відмінок: «пропозиція № 42». */
const named = (figures: Figures) =>
  `${figures.proposal?.isExpedited === true ? 'прискорена ' : ''}пропозиція${number(figures)}`
/** Родовий: «щодо пропозиції № 42». */
const on = (figures: Figures) =>
  `щодо ${figures.proposal?.isExpedited === true ? 'прискореної ' : ''}пропозиції${number(figures)}`
/** In as few letters: «щодо № 42». */
const onInShort = (figures: Figures) =>
  figures.proposal === null
    ? on(figures)
    : `щодо${figures.proposal.isExpedited ? ' прискореної' : ''}${number(figures)}`
const opened = (figures: Figures) =>
  `${figures.proposal?.hasStartedOver === true ? 'заново ' : ''}почалося голосування`
const openedInShort = (figures: Figures) =>
  figures.proposal?.hasStartedOver === true ? 'знову голосування' : 'почалося голосування'
const voted = (figures: Figures, { percent, span }: Formats, about = on(figures)) => {
  const { proposal } = figures
  const [first, ...others] = proposal?.vote ?? []
  const before = proposal?.secondsBefore ?? 0
  const when = before > 0 ? `, за ${span(before)} до кінця` : ''
  if (first === undefined) return `є голос ${about}${when}`
  if (others.length === 0 && proposal?.hasChanged === true)
    return `голос змінено на «${options[first.option]}» ${about}${when}`
  if (others.length === 0) return `голос «${options[first.option]}» ${about}${when}`
  const parts = [first, ...others].map(({ option, weight }) => `${options[option]} ${percent(weight)}`)
  return `голос розділено ${about}: ${parts.join(', ')}${when}`
}
const version = ({ signals }: Figures) => (signals === null ? 'нової версії' : `версії ${signals.version}`)
const never = () => ''

export const governanceUk: GovernancePhrases = {
  what: {
    proposal_voting: {
      FALSE_TO_TRUE: (figures) => `${opened(figures)} ${on(figures)}`,
      TRUE_TO_FALSE: never,
    },
    upgrade_proposal_voting: {
      FALSE_TO_TRUE: (figures) => `${opened(figures)} про оновлення мережі, ${named(figures)}`,
      TRUE_TO_FALSE: never,
    },
    proposal_passed: {
      FALSE_TO_TRUE: (figures) => `${named(figures)}: прийнято`,
      TRUE_TO_FALSE: never,
    },
    proposal_rejected: { FALSE_TO_TRUE: (figures) => `${named(figures)}: відхилено`, TRUE_TO_FALSE: never },
    proposal_failed: {
      FALSE_TO_TRUE: (figures) => `${named(figures)}: прийнято, але не виконано`,
      TRUE_TO_FALSE: never,
    },
    signalling_began: {
      FALSE_TO_TRUE: (figures) => `валідатори почали подавати сигнали про готовність до ${version(figures)}`,
      TRUE_TO_FALSE: never,
    },
    upgrade_scheduled: {
      FALSE_TO_TRUE: ({ upgrade, signals }, formats) => {
        const which = signals === null ? (upgrade?.name ?? '') : `до версії ${signals.version}`
        return `оновлення ${which} призначено${upgrade === null ? '' : ` на блок ${formats.number(upgrade.height)}`}`
      },
      TRUE_TO_FALSE: never,
    },
    not_voted: {
      FALSE_TO_TRUE: (figures) => `немає голосу ${on(figures)}`,
      TRUE_TO_FALSE: (figures, formats) => {
        const { proposal } = figures
        if (proposal?.vote) return voted(figures, formats)
        return (proposal?.secondsBefore ?? 0) > 60
          ? `голосувати ${on(figures)} більше не потрібно`
          : `голосування ${on(figures)} завершилося, голос не знайдено`
      },
    },
    voted: { FALSE_TO_TRUE: (figures, formats) => voted(figures, formats), TRUE_TO_FALSE: never },
    not_signalled: {
      FALSE_TO_TRUE: (figures, { percent }) =>
        `немає сигналу про готовність до ${version(figures)}, його подали ${percent(figures.signals?.share ?? figures.threshold ?? 0)} голосів`,
      TRUE_TO_FALSE: (figures) =>
        figures.signals?.hasSignalled === true
          ? `сигнал про готовність до ${version(figures)} подано`
          : `сигнал про готовність до ${version(figures)} більше не потрібен`,
    },
  },
  whatInShort: {
    proposal_voting: { FALSE_TO_TRUE: (figures) => `${openedInShort(figures)} ${onInShort(figures)}` },
    upgrade_proposal_voting: {
      FALSE_TO_TRUE: (figures) => `${openedInShort(figures)} про оновлення,${number(figures)}`,
    },
    not_voted: {
      FALSE_TO_TRUE: (figures) => `немає голосу ${onInShort(figures)}`,
      TRUE_TO_FALSE: (figures, formats) => {
        if (figures.proposal?.vote) return voted(figures, formats, onInShort(figures))
        return (figures.proposal?.secondsBefore ?? 0) > 60
          ? `голосувати ${onInShort(figures)} більше не потрібно`
          : `голосування ${onInShort(figures)} завершилося, голос не знайдено`
      },
    },
    voted: { FALSE_TO_TRUE: (figures, formats) => voted(figures, formats, onInShort(figures)) },
    signalling_began: {
      FALSE_TO_TRUE: ({ signals }) =>
        `почалося подання сигналів про ${signals === null ? 'нову версію' : `версію ${signals.version}`}`,
    },
    not_signalled: {
      FALSE_TO_TRUE: (figures, { percent }) => {
        const which = figures.signals === null ? 'нову версію' : `версію ${figures.signals.version}`
        return `немає сигналу про ${which}, подали ${percent(figures.signals?.share ?? figures.threshold ?? 0)} голосів`
      },
    },
  },
  advice: {
    proposal_voting: {
      FALSE_TO_TRUE: {
        written: 'Прочитайте пропозицію та проголосуйте до кінця строку: yes, no, no_with_veto або abstain.',
        short: ['Прочитайте й проголосуйте до кінця строку.'],
      },
    },
    upgrade_proposal_voting: {
      FALSE_TO_TRUE: {
        written:
          'Прочитайте пропозицію та проголосуйте до кінця строку: yes, no, no_with_veto або abstain. Якщо її ухвалять, вузол без нової версії програми зупиниться на цьому блоці.',
        short: ['Прочитайте й проголосуйте до кінця строку.'],
      },
    },
    not_voted: {
      FALSE_TO_TRUE: {
        written: 'Проголосуйте до кінця строку: yes, no, no_with_veto або abstain. Потім голос не приймуть.',
        short: ['Проголосуйте до кінця строку.'],
      },
    },
    voted: {
      FALSE_TO_TRUE: {
        written:
          'Якщо це не ви, перевірте, хто має ключ оператора. До кінця голосування голос можна змінити.',
        short: ['Якщо це не ви, перевірте, хто має ключ оператора.'],
      },
    },
    signalling_began: {
      FALSE_TO_TRUE: {
        written: 'Установіть реліз, який підтримує цю версію, і подайте сигнал.',
        short: ['Установіть реліз із цією версією та подайте сигнал.'],
      },
    },
    not_signalled: {
      FALSE_TO_TRUE: {
        written:
          'Установіть реліз, який підтримує цю версію, і подайте сигнал. Оновлення може початися й без вас: тоді вузол без цього релізу зупиниться.',
        short: ['Установіть реліз із цією версією та подайте сигнал.'],
        ofSeveral: {
          written:
            'Установіть на кожному реліз, який підтримує цю версію, і подайте сигнал. Оновлення може початися й без них: тоді вузол без цього релізу зупиниться.',
          short: ['Установіть на кожному реліз із цією версією та подайте сигнал.'],
        },
      },
    },
    upgrade_scheduled: {
      FALSE_TO_TRUE: {
        written: 'Установіть до цього блоку реліз із цією версією: вузол без нього зупиниться.',
        short: ['Установіть до цього блоку реліз із цією версією.'],
      },
    },
  },
  became: {
    voted: 'Проголосував',
    notVoted: 'Голосування завершилося, голос не знайдено',
    noVote: 'Голосувати більше не потрібно',
    signalled: 'Подав сигнал',
    noSignal: 'Сигнал більше не потрібен',
  },
  votingEnds: (time, span) => `Кінець голосування ${time}, через ${span}.`,
  votingEndsInShort: (time, span) => `Кінець ${time}, через ${span}.`,
  votingOver: 'Голосування завершено.',
  expedited:
    'Голосування прискорене: якщо пропозицію не ухвалять, воно почнеться заново й голосувати доведеться ще раз.',
  startedOver:
    'Прискорене голосування не вдалося, і віддані в ньому голоси не рахуються: усім потрібно проголосувати ще раз.',
  startedOverInShort: 'Голосуйте ще раз.',
  upgradeAt: (time, span) => `Приблизно ${time}, через ${span}.`,
  turnout: ({ turnout, quorum, isSoFar }, { percent }) =>
    `Явка ${isSoFar ? 'поки ' : ''}${percent(turnout)}${quorum === null ? '' : `, кворум ${percent(quorum)}${isSoFar || turnout >= quorum ? '' : ' не набрано'}`}.`,
  tally: (shares, { percent }) =>
    `За ${percent(shares.YES)}, проти ${percent(shares.NO)}, проти з вето ${percent(shares.NO_WITH_VETO)}, утрималися ${percent(shares.ABSTAIN)}.`,
  ifPassed: (name, block) => `Якщо ухвалять: оновлення ${name}${block === null ? '' : ` на блоці ${block}`}.`,
  failedReason: (reason) => `Причина, за даними мережі: ${reason}.`,
  voteBy: (command) => `Команда: ${command}`,
  signalBy: (command) => `Команда: ${command}`,
  voteInShort: (command) => `Команда: ${command}.`,
  signalInShort: (command) => `Команда: ${command}.`,
}
