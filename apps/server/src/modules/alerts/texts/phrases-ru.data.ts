import { governanceRu } from './governance/governance-ru.data.ts'
import { type Figures, type Formats, type Phrases, timeOf, type UntilJail } from './phrases.ts'

const rules = new Intl.PluralRules('ru')
const form = (count: number, one: string, few: string, many: string) =>
  ({ one, few, many, zero: many, two: few, other: few })[rules.select(count)]
/** "3 блока" */
const blocks = (count: number, { number }: Formats) =>
  `${number(count)} ${form(count, 'блок', 'блока', 'блоков')}`
/** "пропущен 1 блок", "пропущено 3 блока" */
const missedBlocks = (count: number, formats: Formats) =>
  `${form(count, 'пропущен', 'пропущено', 'пропущено')} ${blocks(count, formats)}`
/** "3 пропуска" */
const misses = (count: number, { number }: Formats) =>
  `${number(count)} ${form(count, 'пропуск', 'пропуска', 'пропусков')}`
/** "101 пропуска", behind "до" */
const missesAtMost = (count: number, { number }: Formats) =>
  `${number(count)} ${form(count, 'пропуска', 'пропусков', 'пропусков')}`
const untilJail = ({ secondsToJail, isJailExact, jailAt }: UntilJail, { span, clock }: Formats) => {
  if (secondsToJail < 60) return isJailExact ? 'с минуты на минуту' : 'возможна с минуты на минуту'
  return `${isJailExact ? 'примерно через' : 'не раньше чем через'} ${span(secondsToJail)}${jailAt ? ` (${clock(jailAt)})` : ''}`
}
/** In as few letters. */
const untilJailInShort = (until: UntilJail, formats: Formats) =>
  until.isJailExact && until.secondsToJail >= 60
    ? `через ${almost(until, formats)}`
    : untilJail(until, formats)
/** "~4 мин (18:52)" */
const almost = ({ secondsToJail, jailAt }: UntilJail, { span, clock }: Formats) =>
  `~${span(secondsToJail)}${jailAt ? ` (${clock(jailAt)})` : ''}`
const nodeAdvice = {
  written:
    'Проверьте, что узел работает и не отстаёт, что сайнер отвечает и есть пиры. Никогда не запускайте второй сайнер с тем же ключом: это двойная подпись.',
  short: ['Проверьте узел, сайнер и пиров.'],
  above: {
    said: 'Не запускайте второй сайнер с тем же ключом.',
    inShort: 'Второй сайнер не запускайте.',
  },
}
const lasting = (beforeSpan: string, beforeTimes = beforeSpan) => ({ beforeSpan, beforeTimes })

/** Of what is over and told late (D325). */
const sinceThen = (since: Figures['overSince'], formats: Formats) =>
  since === null ? '' : ` с ${timeOf(since, formats)}`

export const phrasesRu: Phrases = {
  severity: { INFO: 'Информация', WARNING: 'Внимание', CRITICAL: 'Критично' },
  severityInShort: { INFO: 'Инфо', WARNING: 'Внимание', CRITICAL: 'Критично' },
  thisIs: 'Это Roundsman.',
  callOver: (what) => `К этому времени всё закончилось: ${what}.`,
  callAnswered: (who, time) => `Уже подтверждено в ${time}${who === null ? '' : `: ${who}`}.`,
  unnamedValidator: 'Валидатор без имени',
  unnamedBridge: 'Бридж без имени',
  on: (who, network) => `${who}, ${network}`,
  what: {
    window_missed: {
      FALSE_TO_TRUE: ({ missed, window }, { number, percent }) =>
        missed === null || window === null
          ? 'слишком много пропущенных блоков'
          : `пропущено ${number(missed)} из ${number(window)} блоков окна (${percent(missed / window)})`,
      TRUE_TO_FALSE: ({ threshold }, { percent }) =>
        `пропусков снова меньше ${percent(1 - (threshold ?? 0))}`,
    },
    missed_in_a_row: {
      FALSE_TO_TRUE: ({ inARow, isExact, threshold, isOfOutage }, formats) => {
        const count = inARow ?? threshold ?? 1
        if (!isExact)
          return `пропущено не меньше ${formats.number(count)} ${form(count, 'блока', 'блоков', 'блоков')} подряд`
        const so = count > (threshold ?? count) ? 'уже ' : ''
        return `${so}${missedBlocks(count, formats)}${count === 1 || isOfOutage ? '' : ' подряд'}`
      },
      TRUE_TO_FALSE: ({ overSince }, formats) =>
        overSince ? `подписи снова есть${sinceThen(overSince, formats)}` : 'подписи возобновились',
    },
    jail_near: {
      FALSE_TO_TRUE: ({ secondsToJail, threshold, ...figures }, formats) =>
        secondsToJail === null
          ? `тюрьма ближе чем через ${formats.span(threshold ?? 0)}, если пропуски продолжатся`
          : `тюрьма ${untilJail({ ...figures, secondsToJail }, formats)}, если пропуски продолжатся`,
      TRUE_TO_FALSE: ({ overSince }, formats) =>
        `${overSince ? `подписи снова есть${sinceThen(overSince, formats)}` : 'подписи возобновились'}, отсчёт до тюрьмы остановлен`,
    },
    jailed: {
      FALSE_TO_TRUE: (_, { gloss }) => `в тюрьме${gloss('jailed')}`,
      TRUE_TO_FALSE: () => 'больше не в тюрьме',
    },
    tombstoned: {
      FALSE_TO_TRUE: (_, { gloss }) => `исключение навсегда${gloss('tombstoned')}`,
      TRUE_TO_FALSE: () => 'исключение снято',
    },
    bonded: {
      FALSE_TO_TRUE: () => 'теперь в активном наборе',
      TRUE_TO_FALSE: () => 'больше не в активном наборе',
    },
    stake_fell: {
      FALSE_TO_TRUE: ({ value, windowSeconds }, { percent, span }) =>
        `стейк упал на ${percent(Math.abs(value ?? 0))} за ${span(windowSeconds ?? 0)}`,
      TRUE_TO_FALSE: () => 'стейк больше не падает',
    },
    stake_rose: {
      FALSE_TO_TRUE: ({ value, windowSeconds }, { percent, span }) =>
        `стейк вырос на ${percent(Math.abs(value ?? 0))} за ${span(windowSeconds ?? 0)}`,
      TRUE_TO_FALSE: () => 'стейк больше не растёт',
    },
    slashed: {
      FALSE_TO_TRUE: ({ value }, { percent }) =>
        value === null ? 'слэшинг' : `слэшинг, списано ${percent(Math.abs(value))} стейка`,
      TRUE_TO_FALSE: () => 'слэшинга больше нет',
    },
    power_share: {
      FALSE_TO_TRUE: ({ value, threshold }, { percent }) =>
        `доля голосов ${percent(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ threshold }, { percent }) => `доля голосов снова меньше ${percent(threshold ?? 0)}`,
    },
    commission_raised: {
      FALSE_TO_TRUE: ({ before, after }, { percent }) =>
        before === null || after === null
          ? 'комиссия повышена'
          : `комиссия повышена с ${percent(before)} до ${percent(after)}`,
      TRUE_TO_FALSE: () => 'комиссия не меняется',
    },
    commission_lowered: {
      FALSE_TO_TRUE: ({ before, after }, { percent }) =>
        before === null || after === null
          ? 'комиссия снижена'
          : `комиссия снижена с ${percent(before)} до ${percent(after)}`,
      TRUE_TO_FALSE: () => 'комиссия не меняется',
    },
    commission_above: {
      FALSE_TO_TRUE: ({ value, threshold }, { percent }) =>
        `комиссия ${percent(value ?? threshold ?? 0)}, выше ${percent(threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ value, threshold }, { percent }) =>
        `комиссия снова ${percent(value ?? threshold ?? 0)}`,
    },
    no_update: {
      FALSE_TO_TRUE: ({ value, threshold }, { span }) => `нет данных уже ${span(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `данные снова поступают${sinceThen(overSince, formats)}`,
    },
    lagging: {
      FALSE_TO_TRUE: ({ value, threshold, stillSince }, formats) =>
        `отставание от сети ${blocks(value ?? threshold ?? 0, formats)}${stillSince ? `, высота не растёт с ${timeOf(stillSince, formats)}` : ''}`,
      TRUE_TO_FALSE: ({ overSince }, formats) =>
        overSince ? `отставания нет${sinceThen(overSince, formats)}` : 'отставания больше нет',
    },
    stalled: {
      FALSE_TO_TRUE: ({ value, threshold }, { span }) =>
        `высота не растёт уже ${span(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `высота снова растёт${sinceThen(overSince, formats)}`,
    },
    halted: {
      FALSE_TO_TRUE: ({ value, threshold }, { span }) =>
        `сеть стоит, блоков нет уже ${span(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `блоки снова выходят${sinceThen(overSince, formats)}`,
    },
    low_power: {
      FALSE_TO_TRUE: ({ signedShare, threshold }, { percent }) =>
        signedShare === null
          ? `подписывают меньше ${percent(threshold ?? 0)} голосов`
          : `подписывают только ${percent(signedShare)} голосов`,
      TRUE_TO_FALSE: () => 'снова подписывает достаточно голосов',
    },
    upgrade_near: {
      FALSE_TO_TRUE: ({ upgrade, value, threshold }, { number, span }) =>
        upgrade === null
          ? `обновление меньше чем через ${span(threshold ?? 0)}`
          : `обновление ${upgrade.name} примерно через ${span(value ?? threshold ?? 0)}, на блоке ${number(upgrade.height)}`,
      TRUE_TO_FALSE: ({ upgrade, isReached }, { number }) => {
        const which = `обновление${upgrade === null ? '' : ` ${upgrade.name}`}`
        if (upgrade === null || isReached === null) return `${which} прошло, отменено или перенесено`
        return isReached
          ? `${which}: достигнут блок ${number(upgrade.height)}`
          : `${which} отменено или перенесено`
      },
    },
    unseen: {
      FALSE_TO_TRUE: ({ value, threshold }, { span }) =>
        `ни один узел не отвечает уже ${span(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `узлы снова отвечают${sinceThen(overSince, formats)}`,
    },
    ...governanceRu.what,
  },
  whatInShort: {
    window_missed: {
      FALSE_TO_TRUE: ({ missed, window }, { percent }) =>
        missed === null || window === null
          ? 'слишком много пропусков'
          : `пропущено ${percent(missed / window)} окна`,
    },
    missed_in_a_row: {
      FALSE_TO_TRUE: ({ inARow, isExact, threshold, isOfOutage }, formats) => {
        const count = inARow ?? threshold ?? 1
        if (!isExact)
          return `не меньше ${formats.number(count)} ${form(count, 'пропуска', 'пропусков', 'пропусков')} подряд`
        const so = count > (threshold ?? count) ? 'уже ' : ''
        return `${so}${misses(count, formats)}${count === 1 || isOfOutage ? '' : ' подряд'}`
      },
      TRUE_TO_FALSE: ({ overSince }, formats) => `подписи снова есть${sinceThen(overSince, formats)}`,
    },
    jail_near: {
      FALSE_TO_TRUE: ({ secondsToJail, threshold, ...figures }, formats) =>
        secondsToJail === null
          ? `тюрьма ближе чем через ${formats.span(threshold ?? 0)}`
          : `тюрьма ${untilJailInShort({ ...figures, secondsToJail }, formats)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) =>
        `подписи снова есть${sinceThen(overSince, formats)}, отсчёт до тюрьмы остановлен`,
    },
    jailed: { FALSE_TO_TRUE: () => 'в тюрьме' },
    no_update: {
      TRUE_TO_FALSE: ({ overSince }, formats) => `данные снова есть${sinceThen(overSince, formats)}`,
    },
    power_share: {
      TRUE_TO_FALSE: ({ threshold }, { percent }) => `доля голосов ниже ${percent(threshold ?? 0)}`,
    },
    upgrade_near: {
      FALSE_TO_TRUE: ({ upgrade, value, threshold }, { number, span }) =>
        upgrade === null
          ? `обновление меньше чем через ${span(threshold ?? 0)}`
          : `обновление ${upgrade.name} через ~${span(value ?? threshold ?? 0)}, блок ${number(upgrade.height)}`,
    },
    slashed: {
      FALSE_TO_TRUE: ({ value }, { percent }) =>
        value === null ? 'слэшинг' : `слэшинг ${percent(Math.abs(value))} стейка`,
    },
    lagging: {
      FALSE_TO_TRUE: ({ value, threshold, stillSince, behindSince }, formats) => {
        const behind = `отставание ${blocks(value ?? threshold ?? 0, formats)}`
        if (stillSince !== null) return `${behind}, высота стоит с ${timeOf(stillSince, formats)}`
        return behindSince === null ? behind : `${behind} с ${timeOf(behindSince, formats)}`
      },
    },
    ...governanceRu.whatInShort,
  },
  since: (time) => `С ${time}.`,
  orEarlier: (time) => `${time} или раньше`,
  sinceOver: {
    // It misses for longer than its share of the window is so large, and not since then jail is near.
    window_missed: (time) => `Пропуски с ${time}.`,
    jail_near: (time) => `Пропуски с ${time}.`,
    lagging: (time) => `Отстаёт с ${time}.`,
    low_power: (time, threshold, { percent }) => `Меньше ${percent(threshold)} с ${time}.`,
  },
  place: (block, time) => (block === null ? `${time}.` : `Блок ${block}, ${time}.`),
  block: (block) => `Блок ${block}.`,
  asOf: (time, isUnknown) => `Данные на ${time}${isUnknown ? ', новее нет' : ''}.`,
  now: (sentence) => `Сейчас: ${sentence}`,
  lastBlock: (block) => `Последний блок ${block}.`,
  changed: (from, to) => `Было ${from}, стало ${to}.`,
  lostTokens: (amount) => `Списано ${amount}.`,
  jailIn: (...until) => `Тюрьма ${untilJail(...until)}, если пропуски продолжатся.`,
  jailInShort: (until, formats) =>
    until.isJailExact && until.secondsToJail >= 60
      ? `До тюрьмы ${almost(until, formats)}.`
      : `Тюрьма ${untilJail(until, formats)}.`,
  signsAgain: 'Сейчас подписи снова есть.',
  missedOfWindow: (missed, window, isExact) =>
    `Пропущено ${isExact ? '' : 'не меньше '}${missed} из последних ${window} блоков.`,
  inARow: (count, isExact) => `Пропущено подряд: ${isExact ? '' : 'не меньше '}${count}.`,
  unjail: ({ time, span }, { gloss }) =>
    span === null
      ? `Вывести из тюрьмы${gloss('unjail')} можно уже сейчас.`
      : `Вывести из тюрьмы${gloss('unjail')} можно с ${time}, через ${span}.`,
  unjailInShort: ({ time, span, command }) => {
    const by = command === null ? '.' : `: ${command}.`
    if (time === null) return `Устраните причину, потом unjail${by}`
    return span === null ? `Unjail можно уже сейчас${by}` : `Unjail с ${time}, через ${span}${by}`
  },
  fromTo: (from, to) => `с ${from} до ${to}`,
  jailedForGood: () => 'Вывести из тюрьмы нельзя: была двойная подпись.',
  unjailBy: (command) => `Команда: ${command}`,
  endedInJail: 'затем тюрьма',
  lasted: (range, { span, isFew, missed, what, isSeveral }, formats) =>
    missed === null
      ? `${what.beforeSpan} ${span}, ${range}.`
      : `${isSeveral ? `У каждого ${missedBlocks(missed, formats)}` : missedBlocks(missed, formats).replace('п', 'П')}${isFew ? '' : ` за ${span}`}, ${range}.`,
  lastedInShort: (range, { span, missed, mostMissed = missed, what }, formats) => {
    const within = span === null ? '' : ` за ${span}`
    const least = missed === mostMissed ? '' : `${formats.number(missed ?? 0)}–`
    const of = (most: number) =>
      missed === null ? `До ${missesAtMost(most, formats)}` : `${least}${misses(most, formats)}`
    if (mostMissed !== null) return `${of(mostMissed)}${within}${range === null ? '' : `, ${range}`}.`
    return span === null ? `${what.beforeTimes} ${range}.` : `${what.beforeSpan} ${span}, ${range}.`
  },
  lastedWhat: {
    window_missed: (threshold, { percent }) =>
      lasting(`Больше ${percent(1 - threshold)} пропусков было`, `Больше ${percent(1 - threshold)}:`),
    missed_in_a_row: () => lasting('Пропуски длились', 'Пропуски'),
    jail_near: () => lasting('Риск тюрьмы длился', 'Риск тюрьмы'),
    jailed: () => lasting('Пробыл в тюрьме', 'Срок:'),
    power_share: (threshold, { percent }) => lasting(`Выше ${percent(threshold)} было`, 'Выше:'),
    commission_above: (threshold, { percent }) => lasting(`Выше ${percent(threshold)} было`, 'Выше:'),
    no_update: () => lasting('Данных не было', 'Не было:'),
    lagging: () => lasting('Отставание длилось', 'Было:'),
    stalled: () => lasting('Высота стояла', 'Стояла:'),
    halted: () => lasting('Сеть стояла'),
    low_power: (threshold, { percent }) => lasting(`Ниже ${percent(threshold)} было`, 'Ниже:'),
    unseen: () => lasting('Узлы не отвечали'),
  },
  cause: {
    ALONE: () => 'Больше никто этот блок не пропустил: дело в валидаторе, а не в сети.',
    FEW: (share) =>
      `Вместе с ним этот блок не подписали лишь ${share} голосов: скорее всего, дело в валидаторе, а не в сети.`,
    SOME: (share) => `Вместе с ним этот блок не подписали ${share} голосов: проблемы и у других.`,
    NETWORK: (share) =>
      `Вместе с ним этот блок не подписали ${share} голосов: дело в сети, а не только в нём.`,
  },
  causeInShort: {
    ALONE: () => 'Пропускает только он.',
    FEW: (share) => `Пропустили ещё ${share} голосов.`,
    SOME: (share) => `Пропустили ещё ${share} голосов.`,
    NETWORK: (share) => `Дело в сети: не подписали ${share} голосов.`,
  },
  advice: {
    window_missed: { FALSE_TO_TRUE: nodeAdvice },
    missed_in_a_row: { FALSE_TO_TRUE: nodeAdvice },
    jail_near: {
      FALSE_TO_TRUE: nodeAdvice,
      TRUE_TO_FALSE: {
        written:
          'Пропущенные блоки учитываются, пока не выйдут из окна: до тех пор запас до тюрьмы меньше обычного.',
        short: ['Пропуски ещё в окне: запас до тюрьмы меньше обычного.'],
      },
    },
    jailed: {
      FALSE_TO_TRUE: {
        written:
          'Сначала устраните причину пропусков и дайте узлу догнать сеть, потом выводите его из тюрьмы: иначе он попадёт туда снова.',
        short: ['Устраните причину, дайте узлу догнать сеть, потом выводите из тюрьмы.'],
        ofSeveral: {
          written:
            'Сначала устраните причину пропусков и дайте узлам догнать сеть, потом выводите валидаторов из тюрьмы: иначе они попадут туда снова.',
          short: ['Устраните причину, дайте узлам догнать сеть, потом выводите из тюрьмы.'],
        },
      },
      TRUE_TO_FALSE: {
        written: 'Проследите за следующими блоками: подписывает только валидатор из активного набора.',
        short: ['Проверьте, что подписи снова есть.'],
      },
    },
    tombstoned: {
      FALSE_TO_TRUE: {
        written:
          'Этот ключ не вернуть. Остановите все узлы, которые им подписывают, выясните, где была двойная подпись, предупредите делегаторов и создайте нового валидатора с новым ключом.',
        short: [],
        above: { said: 'Остановите все узлы с этим ключом.', inShort: 'Остановите все узлы с этим ключом.' },
      },
    },
    bonded: {
      TRUE_TO_FALSE: {
        written: 'Проверьте, почему: тюрьма, вывод стейка или его вытеснили другие валидаторы.',
        short: ['Проверьте, почему: тюрьма, вывод стейка или вытеснили другие.'],
      },
    },
    stake_fell: {
      FALSE_TO_TRUE: {
        written: 'Если вы этого не ждали, посмотрите, кто отозвал делегирование.',
        short: ['Если вы этого не ждали, посмотрите, кто отозвал делегирование.'],
      },
    },
    slashed: {
      FALSE_TO_TRUE: {
        written: 'Проверьте, за что: за простой или двойную подпись. После двойной подписи остановите узел.',
        short: ['Проверьте, за что: за простой или двойную подпись.'],
      },
    },
    commission_raised: {
      FALSE_TO_TRUE: {
        written: 'Если это не вы, проверьте, у кого есть ключ оператора.',
        short: ['Если это не вы, проверьте, у кого есть ключ оператора.'],
      },
    },
    commission_above: {
      FALSE_TO_TRUE: {
        written: 'Если это не вы, проверьте, у кого есть ключ оператора. Делегаторы теперь получают меньше.',
        short: ['Если это не вы, проверьте, у кого есть ключ оператора.'],
      },
    },
    power_share: {
      FALSE_TO_TRUE: {
        written:
          'При доле больше трети один валидатор может остановить сеть: попросите делегаторов распределить стейк.',
        short: ['При доле больше трети он может остановить сеть.'],
      },
    },
    no_update: {
      FALSE_TO_TRUE: {
        written:
          'Проверьте, что узел бриджа работает, а его экспорт метрик направлен на этот сайт с действующим токеном.',
        short: ['Проверьте узел бриджа и экспорт его метрик.'],
        ofSeveral: {
          written:
            'Проверьте, что узлы бриджей работают, а экспорт их метрик направлен на этот сайт с действующим токеном.',
          short: ['Проверьте узлы бриджей и экспорт их метрик.'],
        },
      },
    },
    lagging: {
      FALSE_TO_TRUE: {
        written: 'Проверьте связь бриджа с узлом консенсуса, его диск и процессор.',
        short: ['Проверьте узел консенсуса, диск и процессор.'],
        urgent: 'Проверьте узел консенсуса и диск.',
        ofSeveral: {
          written: 'Проверьте у каждого бриджа связь с узлом консенсуса, диск и процессор.',
          short: ['Проверьте узлы консенсуса, диски и процессоры.'],
          urgent: 'Проверьте узлы консенсуса и диски.',
        },
      },
    },
    stalled: {
      FALSE_TO_TRUE: {
        written: 'Проверьте, не отстаёт ли узел консенсуса; если нет, перезапустите узел бриджа.',
        short: ['Проверьте узел консенсуса; если он не отстаёт, перезапустите узел бриджа.'],
        urgent: 'Проверьте узел консенсуса, потом перезапустите бридж.',
        ofSeveral: {
          written: 'Проверьте, не отстают ли узлы консенсуса; если нет, перезапустите узлы бриджей.',
          short: ['Проверьте узлы консенсуса; если они не отстают, перезапустите узлы бриджей.'],
          urgent: 'Проверьте узлы консенсуса, потом перезапустите бриджи.',
        },
      },
    },
    halted: {
      FALSE_TO_TRUE: {
        written:
          'Не останавливайте узел и следите за каналом валидаторов сети: о перезапуске обычно договариваются там.',
        short: ['Не останавливайте узел и следите за каналом валидаторов.'],
      },
      TRUE_TO_FALSE: {
        written: 'Проверьте, что ваши валидаторы подписывают.',
        short: ['Проверьте, что ваши валидаторы подписывают.'],
      },
    },
    low_power: {
      FALSE_TO_TRUE: {
        written: 'Ниже двух третей сеть останавливается. Проверьте, что ваши валидаторы подписывают.',
        short: ['Проверьте, что ваши валидаторы подписывают.'],
      },
    },
    upgrade_near: {
      FALSE_TO_TRUE: {
        written: 'Подготовьте новую версию программы: старая остановится на этом блоке.',
        short: ['Подготовьте новый бинарник.'],
      },
      TRUE_TO_FALSE: {
        written: 'Проверьте, что на ваших узлах нужная версия.',
        short: ['Проверьте, что на ваших узлах нужная версия.'],
      },
    },
    unseen: {
      FALSE_TO_TRUE: {
        written:
          'Пока это так, мы не знаем, что с вашими валидаторами. Проверьте их сами; если с ними всё в порядке, сообщите оператору сайта.',
        short: ['Проверьте своих валидаторов сами: нам их не видно.'],
      },
    },
    ...governanceRu.advice,
  },
  slashedFor: {
    DOWNTIME: {
      written: 'Слэшинг за простой, а не за двойную подпись.',
      short: ['Это за простой, а не за двойную подпись.'],
    },
    DOUBLE_SIGN: {
      written: 'Слэшинг за двойную подпись: остановите все узлы с этим ключом.',
      short: ['Это за двойную подпись: остановите все узлы с этим ключом.'],
      ofSeveral: {
        written: 'Слэшинг за двойную подпись: остановите все узлы с этими ключами.',
        short: ['Это за двойную подпись: остановите все узлы с этими ключами.'],
      },
    },
  },
  adviceWhereNetwork: {
    written:
      'Не останавливайте узел и следите за каналом валидаторов сети. Если другие восстановились, а ваш нет, проверьте узел, сайнер и пиров.',
    short: ['Не останавливайте узел и следите за каналом валидаторов.'],
  },
  bridge: {
    lastPush: (time) => `Последние данные: ${time}.`,
    height: (height) => `Высота ${height}.`,
    lag: (lag, formats) => (lag === 0 ? 'Отставания нет.' : `Отставание ${blocks(lag, formats)}.`),
    version: (version) => `Версия ${version}.`,
  },
  flaps: (count, since, { number }) => `Уже ${count === 2 ? 'во' : 'в'} ${number(count)}-й раз с ${since}.`,
  flapped: (count, since, { number }) => `Это был ${number(count)}-й раз с ${since}.`,
  overByNow: 'Сейчас уже завершилось.',
  heldBack: {
    NETWORK_HALTED: 'Отправлено позже: сеть стояла.',
    MASS_MISS: 'Отправлено позже: не хватало более трети голосов.',
    UPGRADE: 'Отправлено позже: сеть обновлялась.',
  },
  held: {
    NETWORK_HALTED: 'Придержано, пока сеть стоит. Если это не пройдёт, мы сообщим.',
    MASS_MISS: 'Придержано, пока не хватает более трети голосов. Если это не пройдёт, мы сообщим.',
    UPGRADE: 'Придержано, пока сеть обновляется. Если это не пройдёт, мы сообщим.',
  },
  silenced: (since, until) => `С ${since}. Оповещения были приостановлены до ${until}.`,
  plannedWork: (until) => `Плановые работы до ${until}.`,
  proven: 'Доказано подписями сети.',
  imported: 'Импортировано из файла, здесь не проверялось.',
  agreed: 'Два узла сообщают одно и то же.',
  single: (host) => (host === null ? 'Сообщает только один узел.' : `Сообщает только один узел, ${host}.`),
  units: {
    day: { written: 'д', spoken: { one: 'день', few: 'дня', many: 'дней', other: 'дня' } },
    hour: { written: 'ч', spoken: { one: 'час', few: 'часа', many: 'часов', other: 'часа' } },
    minute: { written: 'мин', spoken: { one: 'минуту', few: 'минуты', many: 'минут', other: 'минуты' } },
    second: { written: 'с', spoken: { one: 'секунду', few: 'секунды', many: 'секунд', other: 'секунды' } },
  },
  unacknowledged: (span) => `Без ответа ${span}.`,
  acknowledgedAgo: (span) => `Ответ был ${span} назад, но это ещё продолжается.`,
  nobodyOnCall: 'Никто не дежурит, поэтому сообщение получила вся команда.',
  memberUnavailable: 'Тот, для кого этот шаг, недоступен, поэтому сообщение получила вся команда.',
  reminder: 'Напоминание',
  afterQuiet: 'Это сообщение ждало конца тихих часов.',
  meanwhile: (items) => `За это время началось и уже закончилось: ${items}.`,
  inPlaceOf: {
    sms: {
      wait: 'Дневной лимит SMS исчерпан: SMS придёт, только если это не прекратится.',
      all: (until) => `Дневной лимит SMS исчерпан до ${until}: это сообщение пришло бы по SMS.`,
      share: (until) =>
        `Это сообщение пришло бы по SMS, но лимит SMS для оповещений, не более важных, чем это, исчерпан до ${until}.`,
    },
    voice: {
      wait: 'Дневной лимит звонков исчерпан: позвоним, только если это не прекратится.',
      all: (until) => `Дневной лимит звонков исчерпан до ${until}: об этом мы бы позвонили.`,
      share: (until) =>
        `Об этом мы бы позвонили, но лимит звонков для оповещений, не более важных, чем это, исчерпан до ${until}.`,
    },
  },
  toEveryContact:
    'Ни один из каналов этого шага больше не работает, поэтому сообщение отправлено на все ваши контакты.',
  alsoOn: (what, count, { number }) =>
    `${what}, и ещё в ${number(count)} ${rules.select(count) === 'one' ? 'сети' : 'сетях'}`,
  siteItself: 'Столько сетей сразу: скорее всего, дело в связи самого этого сайта.',
  muted: (until, what) => `Заглушено до ${until}: ${what}.`,
  endNotMuted: 'Сообщение о том, что всё прошло, не заглушено.',
  acknowledgedStill:
    'Получение подтверждено. Если станет хуже или всё пройдёт, оповещения придут, как настроены.',
  wasNearJail: ({ time, isOver }) =>
    isOver ? 'Было близко к тюрьме' : time === null ? 'Близко к тюрьме' : `Тюрьма ожидалась около ${time}`,
  missesMuted: (upTo) =>
    upTo === null
      ? 'Пропуски блоков, кроме близкой тюрьмы (меньше часа)'
      : `Пропуски блоков до уровня ${upTo}`,
  choiceOfMisses:
    'Нажмите 1, чтобы подтвердить получение, или 2, чтобы заглушить на час пропуски блоков. Тюрьма меньше чем через час не заглушается.',
  choiceToMute: {
    any: 'Нажмите 2, чтобы заглушить эти оповещения на час.',
    misses: 'Нажмите 2, чтобы заглушить на час пропуски блоков. Тюрьма меньше чем через час не заглушается.',
  },
  openAlert: 'Открыть оповещение',
  openHistory: 'Открыть оповещения',
  alerts: (count, { number }) => `${number(count)} ${form(count, 'оповещение', 'оповещения', 'оповещений')}`,
  more: (count) => `И ещё ${count}.`,
  besideVotes: {
    VALIDATOR: { one: 'Также валидатор', several: 'Также валидаторы' },
    BRIDGE: { one: 'Также бридж', several: 'Также бриджи' },
  },
  also: (whats) => `Ещё: ${whats}.`,
  whatToDo: (title) => `Что делать (${title}):`,
}
