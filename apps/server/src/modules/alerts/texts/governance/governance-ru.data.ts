import type { VoteOption } from '@roundsman/contract/governance/governance'
import type { Figures, Formats } from '../phrases.ts'
import type { GovernancePhrases } from './governance-phrases.ts'

const options: Readonly<Record<VoteOption, string>> = {
  YES: 'за',
  NO: 'против',
  NO_WITH_VETO: 'против с вето',
  ABSTAIN: 'воздержался',
}
/** «№ 42 «Увеличить блок»» */
const number = ({ proposal }: Figures) => {
  if (proposal === null) return ''
  return ` №\u00a0${proposal.id}${proposal.title === '' ? '' : ` «${proposal.title}»`}`
}
/** Именительный падеж: «предложение № 42». */
const named = (figures: Figures) =>
  `${figures.proposal?.isExpedited === true ? 'ускоренное ' : ''}предложение${number(figures)}`
/** Дательный: «по предложению № 42». */
const on = (figures: Figures) =>
  `по ${figures.proposal?.isExpedited === true ? 'ускоренному ' : ''}предложению${number(figures)}`
/** In as few letters: «по № 42». */
const onInShort = (figures: Figures) =>
  figures.proposal === null
    ? on(figures)
    : `по${figures.proposal.isExpedited ? ' ускоренному' : ''}${number(figures)}`
const opened = (figures: Figures) =>
  `${figures.proposal?.hasStartedOver === true ? 'заново ' : ''}началось голосование`
const openedInShort = (figures: Figures) =>
  figures.proposal?.hasStartedOver === true ? 'снова голосование' : 'началось голосование'
const voted = (figures: Figures, { percent, span }: Formats, about = on(figures)) => {
  const { proposal } = figures
  const [first, ...others] = proposal?.vote ?? []
  const before = proposal?.secondsBefore ?? 0
  const when = before > 0 ? `, за ${span(before)} до конца` : ''
  if (first === undefined) return `есть голос ${about}${when}`
  if (others.length === 0 && proposal?.hasChanged === true)
    return `голос изменён на «${options[first.option]}» ${about}${when}`
  if (others.length === 0) return `голос «${options[first.option]}» ${about}${when}`
  const parts = [first, ...others].map(({ option, weight }) => `${options[option]} ${percent(weight)}`)
  return `голос разделён ${about}: ${parts.join(', ')}${when}`
}
const version = ({ signals }: Figures) => (signals === null ? 'новой версии' : `версии ${signals.version}`)
const never = () => ''

export const governanceRu: GovernancePhrases = {
  what: {
    proposal_voting: {
      FALSE_TO_TRUE: (figures) => `${opened(figures)} ${on(figures)}`,
      TRUE_TO_FALSE: never,
    },
    upgrade_proposal_voting: {
      FALSE_TO_TRUE: (figures) => `${opened(figures)} об обновлении сети, ${named(figures)}`,
      TRUE_TO_FALSE: never,
    },
    proposal_passed: { FALSE_TO_TRUE: (figures) => `${named(figures)} принято`, TRUE_TO_FALSE: never },
    proposal_rejected: { FALSE_TO_TRUE: (figures) => `${named(figures)} отклонено`, TRUE_TO_FALSE: never },
    proposal_failed: {
      FALSE_TO_TRUE: (figures) => `${named(figures)} принято, но не исполнено`,
      TRUE_TO_FALSE: never,
    },
    signalling_began: {
      FALSE_TO_TRUE: (figures) => `валидаторы начали подавать сигналы о готовности к ${version(figures)}`,
      TRUE_TO_FALSE: never,
    },
    upgrade_scheduled: {
      FALSE_TO_TRUE: ({ upgrade, signals }, formats) => {
        const which = signals === null ? (upgrade?.name ?? '') : `до версии ${signals.version}`
        return `обновление ${which} назначено${upgrade === null ? '' : ` на блок ${formats.number(upgrade.height)}`}`
      },
      TRUE_TO_FALSE: never,
    },
    not_voted: {
      FALSE_TO_TRUE: (figures) => `нет голоса ${on(figures)}`,
      TRUE_TO_FALSE: (figures, formats) => {
        const { proposal } = figures
        if (proposal?.vote) return voted(figures, formats)
        return (proposal?.secondsBefore ?? 0) > 60
          ? `голосовать ${on(figures)} больше не нужно`
          : `голосование ${on(figures)} завершилось, голос не найден`
      },
    },
    voted: { FALSE_TO_TRUE: (figures, formats) => voted(figures, formats), TRUE_TO_FALSE: never },
    not_signalled: {
      FALSE_TO_TRUE: (figures, { percent }) =>
        `нет сигнала о готовности к ${version(figures)}, его подали ${percent(figures.signals?.share ?? figures.threshold ?? 0)} голосов`,
      TRUE_TO_FALSE: (figures) =>
        figures.signals?.hasSignalled === true
          ? `сигнал о готовности к ${version(figures)} подан`
          : `сигнал о готовности к ${version(figures)} больше не нужен`,
    },
  },
  whatInShort: {
    proposal_voting: { FALSE_TO_TRUE: (figures) => `${openedInShort(figures)} ${onInShort(figures)}` },
    upgrade_proposal_voting: {
      FALSE_TO_TRUE: (figures) => `${openedInShort(figures)} об обновлении,${number(figures)}`,
    },
    not_voted: {
      FALSE_TO_TRUE: (figures) => `нет голоса ${onInShort(figures)}`,
      TRUE_TO_FALSE: (figures, formats) => {
        if (figures.proposal?.vote) return voted(figures, formats, onInShort(figures))
        return (figures.proposal?.secondsBefore ?? 0) > 60
          ? `голосовать ${onInShort(figures)} больше не нужно`
          : `голосование ${onInShort(figures)} завершилось, голос не найден`
      },
    },
    voted: { FALSE_TO_TRUE: (figures, formats) => voted(figures, formats, onInShort(figures)) },
    signalling_began: {
      FALSE_TO_TRUE: ({ signals }) =>
        `началась подача сигналов о ${signals === null ? 'новой версии' : `версии ${signals.version}`}`,
    },
    not_signalled: {
      FALSE_TO_TRUE: (figures, { percent }) => {
        const which = figures.signals === null ? 'новой версии' : `версии ${figures.signals.version}`
        return `нет сигнала о ${which}, подали ${percent(figures.signals?.share ?? figures.threshold ?? 0)} голосов`
      },
    },
  },
  advice: {
    proposal_voting: {
      FALSE_TO_TRUE: {
        written: 'Прочитайте предложение и проголосуйте до конца срока: yes, no, no_with_veto или abstain.',
        short: ['Прочитайте и проголосуйте до конца срока.'],
      },
    },
    upgrade_proposal_voting: {
      FALSE_TO_TRUE: {
        written:
          'Прочитайте предложение и проголосуйте до конца срока: yes, no, no_with_veto или abstain. Если его примут, узел без новой версии программы остановится на этом блоке.',
        short: ['Прочитайте и проголосуйте до конца срока.'],
      },
    },
    not_voted: {
      FALSE_TO_TRUE: {
        written: 'Проголосуйте до конца срока: yes, no, no_with_veto или abstain. Потом голос не примут.',
        short: ['Проголосуйте до конца срока.'],
      },
    },
    voted: {
      FALSE_TO_TRUE: {
        written:
          'Если это не вы, проверьте, у кого есть ключ оператора. До конца голосования голос можно изменить.',
        short: ['Если это не вы, проверьте, у кого есть ключ оператора.'],
      },
    },
    signalling_began: {
      FALSE_TO_TRUE: {
        written: 'Установите релиз, который поддерживает эту версию, и подайте сигнал.',
        short: ['Установите релиз с этой версией и подайте сигнал.'],
      },
    },
    not_signalled: {
      FALSE_TO_TRUE: {
        written:
          'Установите релиз, который поддерживает эту версию, и подайте сигнал. Обновление может начаться и без вас: тогда узел без этого релиза остановится.',
        short: ['Установите релиз с этой версией и подайте сигнал.'],
        ofSeveral: {
          written:
            'Установите на каждом релиз, который поддерживает эту версию, и подайте сигнал. Обновление может начаться и без них: тогда узел без этого релиза остановится.',
          short: ['Установите на каждом релиз с этой версией и подайте сигнал.'],
        },
      },
    },
    upgrade_scheduled: {
      FALSE_TO_TRUE: {
        written: 'Установите до этого блока релиз с этой версией: узел без него остановится.',
        short: ['Установите до этого блока релиз с этой версией.'],
      },
    },
  },
  became: {
    voted: 'Проголосовал',
    notVoted: 'Голосование завершилось, голос не найден',
    noVote: 'Голосовать больше не нужно',
    signalled: 'Подал сигнал',
    noSignal: 'Сигнал больше не нужен',
  },
  votingEnds: (time, span) => `Конец голосования ${time}, через ${span}.`,
  votingEndsInShort: (time, span) => `Конец ${time}, через ${span}.`,
  votingOver: 'Голосование завершено.',
  expedited:
    'Голосование ускоренное: если предложение не примут, оно начнётся заново и голосовать придётся ещё раз.',
  startedOver:
    'Ускоренное голосование не удалось, и отданные в нём голоса не считаются: всем нужно проголосовать ещё раз.',
  startedOverInShort: 'Голосуйте ещё раз.',
  upgradeAt: (time, span) => `Примерно ${time}, через ${span}.`,
  turnout: ({ turnout, quorum, isSoFar }, { percent }) =>
    `Явка ${isSoFar ? 'пока ' : ''}${percent(turnout)}${quorum === null ? '' : `, кворум ${percent(quorum)}${isSoFar || turnout >= quorum ? '' : ' не набран'}`}.`,
  tally: (shares, { percent }) =>
    `За ${percent(shares.YES)}, против ${percent(shares.NO)}, против с вето ${percent(shares.NO_WITH_VETO)}, воздержались ${percent(shares.ABSTAIN)}.`,
  ifPassed: (name, block) => `Если примут: обновление ${name}${block === null ? '' : ` на блоке ${block}`}.`,
  failedReason: (reason) => `Причина, по данным сети: ${reason}.`,
  voteBy: (command) => `Команда: ${command}`,
  signalBy: (command) => `Команда: ${command}`,
  voteInShort: (command) => `Команда: ${command}.`,
  signalInShort: (command) => `Команда: ${command}.`,
}
