import { governanceUk } from './governance/governance-uk.data.ts'
import { type Figures, type Formats, type Phrases, timeOf, type UntilJail } from './phrases.ts'

const rules = new Intl.PluralRules('uk')
const form = (count: number, one: string, few: string, many: string) =>
  ({ one, few, many, zero: many, two: few, other: few })[rules.select(count)]
/** "3 блоки" */
const blocks = (count: number, { number }: Formats) =>
  `${number(count)} ${form(count, 'блок', 'блоки', 'блоків')}`
/** "пропущено 3 блоки" */
const missedBlocks = (count: number, formats: Formats) => `пропущено ${blocks(count, formats)}`
const misses = (count: number, { number }: Formats) =>
  `${number(count)} ${form(count, 'пропуск', 'пропуски', 'пропусків')}`
/** "101 пропуску", after "до" */
const missesAtMost = (count: number, { number }: Formats) =>
  `${number(count)} ${form(count, 'пропуску', 'пропусків', 'пропусків')}`
const untilJail = ({ secondsToJail, isJailExact, jailAt }: UntilJail, { span, clock }: Formats) => {
  if (secondsToJail < 60) return isJailExact ? 'з хвилини на хвилину' : 'можлива з хвилини на хвилину'
  return `${isJailExact ? 'приблизно через' : 'щонайменше через'} ${span(secondsToJail)}${jailAt ? ` (${clock(jailAt)})` : ''}`
}
/** In as few letters. */
const untilJailInShort = (until: UntilJail, formats: Formats) =>
  until.isJailExact && until.secondsToJail >= 60
    ? `через ${almost(until, formats)}`
    : untilJail(until, formats)
/** "~4 хв (18:52)" */
const almost = ({ secondsToJail, jailAt }: UntilJail, { span, clock }: Formats) =>
  `~${span(secondsToJail)}${jailAt ? ` (${clock(jailAt)})` : ''}`
const nodeAdvice = {
  written:
    'Перевірте, що вузол працює й не відстає, що сайнер відповідає та є піри. Ніколи не запускайте другий сайнер з тим самим ключем: це подвійний підпис.',
  short: ['Перевірте вузол, сайнер і пірів.'],
  above: {
    said: 'Не запускайте другий сайнер з тим самим ключем.',
    inShort: 'Другий сайнер не запускайте.',
  },
}
const lasting = (beforeSpan: string, beforeTimes = beforeSpan) => ({ beforeSpan, beforeTimes })

/** Of what is over and told late (D325). */
const sinceThen = (since: Figures['overSince'], formats: Formats) =>
  since === null ? '' : ` з ${timeOf(since, formats)}`

export const phrasesUk: Phrases = {
  severity: { INFO: 'Інформація', WARNING: 'Увага', CRITICAL: 'Критично' },
  severityInShort: { INFO: 'Інфо', WARNING: 'Увага', CRITICAL: 'Критично' },
  thisIs: 'Це Roundsman.',
  callOver: (what) => `На цей час усе скінчилося: ${what}.`,
  callAnswered: (who, time) => `Уже підтверджено о ${time}${who === null ? '' : `: ${who}`}.`,
  unnamedValidator: 'Валідатор без імені',
  unnamedBridge: 'Бридж без імені',
  on: (who, network) => `${who}, ${network}`,
  what: {
    window_missed: {
      FALSE_TO_TRUE: ({ missed, window }, { number, percent }) =>
        missed === null || window === null
          ? 'забагато пропущених блоків'
          : `пропущено ${number(missed)} з ${number(window)} блоків вікна (${percent(missed / window)})`,
      TRUE_TO_FALSE: ({ threshold }, { percent }) => `пропусків знову менше ${percent(1 - (threshold ?? 0))}`,
    },
    missed_in_a_row: {
      FALSE_TO_TRUE: ({ inARow, isExact, threshold, isOfOutage }, formats) => {
        const count = inARow ?? threshold ?? 1
        if (!isExact)
          return `пропущено не менше ${formats.number(count)} ${form(count, 'блока', 'блоків', 'блоків')} поспіль`
        const so = count > (threshold ?? count) ? 'уже ' : ''
        return `${so}${missedBlocks(count, formats)}${count === 1 || isOfOutage ? '' : ' поспіль'}`
      },
      TRUE_TO_FALSE: ({ overSince }, formats) =>
        overSince ? `підписи знову є${sinceThen(overSince, formats)}` : 'підписи відновилися',
    },
    jail_near: {
      FALSE_TO_TRUE: ({ secondsToJail, threshold, ...figures }, formats) =>
        secondsToJail === null
          ? `в’язниця ближче ніж через ${formats.span(threshold ?? 0)}, якщо пропуски триватимуть`
          : `в’язниця ${untilJail({ ...figures, secondsToJail }, formats)}, якщо пропуски триватимуть`,
      TRUE_TO_FALSE: ({ overSince }, formats) =>
        `${overSince ? `підписи знову є${sinceThen(overSince, formats)}` : 'підписи відновилися'}, відлік до в’язниці зупинено`,
    },
    jailed: {
      FALSE_TO_TRUE: (_, { gloss }) => `у в’язниці${gloss('jailed')}`,
      TRUE_TO_FALSE: () => 'більше не у в’язниці',
    },
    tombstoned: {
      FALSE_TO_TRUE: (_, { gloss }) => `виключено назавжди${gloss('tombstoned')}`,
      TRUE_TO_FALSE: () => 'виключення знято',
    },
    bonded: {
      FALSE_TO_TRUE: () => 'тепер в активному наборі',
      TRUE_TO_FALSE: () => 'більше не в активному наборі',
    },
    stake_fell: {
      FALSE_TO_TRUE: ({ value, windowSeconds }, { percent, span }) =>
        `стейк упав на ${percent(Math.abs(value ?? 0))} за ${span(windowSeconds ?? 0)}`,
      TRUE_TO_FALSE: () => 'стейк більше не падає',
    },
    stake_rose: {
      FALSE_TO_TRUE: ({ value, windowSeconds }, { percent, span }) =>
        `стейк зріс на ${percent(Math.abs(value ?? 0))} за ${span(windowSeconds ?? 0)}`,
      TRUE_TO_FALSE: () => 'стейк більше не зростає',
    },
    slashed: {
      FALSE_TO_TRUE: ({ value }, { percent }) =>
        value === null ? 'слешинг' : `слешинг, списано ${percent(Math.abs(value))} стейку`,
      TRUE_TO_FALSE: () => 'слешингу більше немає',
    },
    power_share: {
      FALSE_TO_TRUE: ({ value, threshold }, { percent }) =>
        `частка голосів ${percent(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ threshold }, { percent }) =>
        `частка голосів знову менша за ${percent(threshold ?? 0)}`,
    },
    commission_raised: {
      FALSE_TO_TRUE: ({ before, after }, { percent }) =>
        before === null || after === null
          ? 'комісію підвищено'
          : `комісію підвищено з ${percent(before)} до ${percent(after)}`,
      TRUE_TO_FALSE: () => 'комісія не змінюється',
    },
    commission_lowered: {
      FALSE_TO_TRUE: ({ before, after }, { percent }) =>
        before === null || after === null
          ? 'комісію знижено'
          : `комісію знижено з ${percent(before)} до ${percent(after)}`,
      TRUE_TO_FALSE: () => 'комісія не змінюється',
    },
    commission_above: {
      FALSE_TO_TRUE: ({ value, threshold }, { percent }) =>
        `комісія ${percent(value ?? threshold ?? 0)}, вище ${percent(threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ value, threshold }, { percent }) =>
        `комісія знову ${percent(value ?? threshold ?? 0)}`,
    },
    no_update: {
      FALSE_TO_TRUE: ({ value, threshold }, { span }) => `немає даних уже ${span(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `дані знову надходять${sinceThen(overSince, formats)}`,
    },
    lagging: {
      FALSE_TO_TRUE: ({ value, threshold, stillSince }, formats) =>
        `відставання від мережі ${blocks(value ?? threshold ?? 0, formats)}${stillSince ? `, висота не зростає з ${timeOf(stillSince, formats)}` : ''}`,
      TRUE_TO_FALSE: ({ overSince }, formats) =>
        overSince ? `відставання немає${sinceThen(overSince, formats)}` : 'відставання більше немає',
    },
    stalled: {
      FALSE_TO_TRUE: ({ value, threshold }, { span }) =>
        `висота не зростає вже ${span(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `висота знову зростає${sinceThen(overSince, formats)}`,
    },
    halted: {
      FALSE_TO_TRUE: ({ value, threshold }, { span }) =>
        `мережа стоїть, блоків немає вже ${span(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `блоки знову виходять${sinceThen(overSince, formats)}`,
    },
    low_power: {
      FALSE_TO_TRUE: ({ signedShare, threshold }, { percent }) =>
        signedShare === null
          ? `підписують менше ${percent(threshold ?? 0)} голосів`
          : `підписують лише ${percent(signedShare)} голосів`,
      TRUE_TO_FALSE: () => 'знову підписує достатньо голосів',
    },
    upgrade_near: {
      FALSE_TO_TRUE: ({ upgrade, value, threshold }, { number, span }) =>
        upgrade === null
          ? `оновлення менш ніж через ${span(threshold ?? 0)}`
          : `оновлення ${upgrade.name} приблизно через ${span(value ?? threshold ?? 0)}, на блоці ${number(upgrade.height)}`,
      TRUE_TO_FALSE: ({ upgrade, isReached }, { number }) => {
        const which = `оновлення${upgrade === null ? '' : ` ${upgrade.name}`}`
        if (upgrade === null || isReached === null) return `${which} відбулося, скасовано або перенесено`
        return isReached
          ? `${which}: досягнуто блок ${number(upgrade.height)}`
          : `${which} скасовано або перенесено`
      },
    },
    unseen: {
      FALSE_TO_TRUE: ({ value, threshold }, { span }) =>
        `жоден вузол не відповідає вже ${span(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `вузли знову відповідають${sinceThen(overSince, formats)}`,
    },
    ...governanceUk.what,
  },
  whatInShort: {
    window_missed: {
      FALSE_TO_TRUE: ({ missed, window }, { percent }) =>
        missed === null || window === null
          ? 'забагато пропусків'
          : `пропущено ${percent(missed / window)} вікна`,
    },
    missed_in_a_row: {
      FALSE_TO_TRUE: ({ inARow, isExact, threshold, isOfOutage }, formats) => {
        const count = inARow ?? threshold ?? 1
        if (!isExact)
          return `не менше ${formats.number(count)} ${form(count, 'пропуску', 'пропусків', 'пропусків')} поспіль`
        const so = count > (threshold ?? count) ? 'уже ' : ''
        return `${so}${misses(count, formats)}${count === 1 || isOfOutage ? '' : ' поспіль'}`
      },
      TRUE_TO_FALSE: ({ overSince }, formats) => `підписи знову є${sinceThen(overSince, formats)}`,
    },
    jail_near: {
      FALSE_TO_TRUE: ({ secondsToJail, threshold, ...figures }, formats) =>
        secondsToJail === null
          ? `в’язниця ближче ніж через ${formats.span(threshold ?? 0)}`
          : `в’язниця ${untilJailInShort({ ...figures, secondsToJail }, formats)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) =>
        `підписи знову є${sinceThen(overSince, formats)}, відлік до в’язниці зупинено`,
    },
    jailed: { FALSE_TO_TRUE: () => 'у в’язниці' },
    no_update: { TRUE_TO_FALSE: ({ overSince }, formats) => `дані знову є${sinceThen(overSince, formats)}` },
    power_share: {
      TRUE_TO_FALSE: ({ threshold }, { percent }) => `частка голосів нижче ${percent(threshold ?? 0)}`,
    },
    upgrade_near: {
      FALSE_TO_TRUE: ({ upgrade, value, threshold }, { number, span }) =>
        upgrade === null
          ? `оновлення менш ніж через ${span(threshold ?? 0)}`
          : `оновлення ${upgrade.name} через ~${span(value ?? threshold ?? 0)}, блок ${number(upgrade.height)}`,
    },
    slashed: {
      FALSE_TO_TRUE: ({ value }, { percent }) =>
        value === null ? 'слешинг' : `слешинг ${percent(Math.abs(value))} стейку`,
    },
    lagging: {
      FALSE_TO_TRUE: ({ value, threshold, stillSince, behindSince }, formats) => {
        const behind = `відставання ${blocks(value ?? threshold ?? 0, formats)}`
        if (stillSince !== null) return `${behind}, висота стоїть з ${timeOf(stillSince, formats)}`
        return behindSince === null ? behind : `${behind} з ${timeOf(behindSince, formats)}`
      },
    },
    ...governanceUk.whatInShort,
  },
  since: (time) => `З ${time}.`,
  orEarlier: (time) => `${time} або раніше`,
  sinceOver: {
    // It misses for longer than its share of the window is so large, and not since then jail is near.
    window_missed: (time) => `Пропуски з ${time}.`,
    jail_near: (time) => `Пропуски з ${time}.`,
    lagging: (time) => `Відстає з ${time}.`,
    low_power: (time, threshold, { percent }) => `Менше ${percent(threshold)} з ${time}.`,
  },
  place: (block, time) => (block === null ? `${time}.` : `Блок ${block}, ${time}.`),
  block: (block) => `Блок ${block}.`,
  asOf: (time, isUnknown) => `Дані на ${time}${isUnknown ? ', новіших немає' : ''}.`,
  now: (sentence) => `Зараз: ${sentence}`,
  lastBlock: (block) => `Останній блок ${block}.`,
  changed: (from, to) => `Було ${from}, стало ${to}.`,
  lostTokens: (amount) => `Списано ${amount}.`,
  jailIn: (...until) => `В’язниця ${untilJail(...until)}, якщо пропуски триватимуть.`,
  jailInShort: (until, formats) =>
    until.isJailExact && until.secondsToJail >= 60
      ? `До в’язниці ${almost(until, formats)}.`
      : `В’язниця ${untilJail(until, formats)}.`,
  signsAgain: 'Зараз підписи знову є.',
  missedOfWindow: (missed, window, isExact) =>
    `Пропущено ${isExact ? '' : 'не менше '}${missed} з останніх ${window} блоків.`,
  inARow: (count, isExact) => `Пропущено поспіль: ${isExact ? '' : 'не менше '}${count}.`,
  unjail: ({ time, span }, { gloss }) =>
    span === null
      ? `Вивести з в’язниці${gloss('unjail')} можна вже зараз.`
      : `Вивести з в’язниці${gloss('unjail')} можна з ${time}, через ${span}.`,
  unjailInShort: ({ time, span, command }) => {
    const by = command === null ? '.' : `: ${command}.`
    if (time === null) return `Усуньте причину, потім unjail${by}`
    return span === null ? `Unjail можна вже зараз${by}` : `Unjail з ${time}, через ${span}${by}`
  },
  fromTo: (from, to) => `з ${from} до ${to}`,
  jailedForGood: () => 'Вивести з в’язниці неможливо: був подвійний підпис.',
  unjailBy: (command) => `Команда: ${command}`,
  endedInJail: 'далі в’язниця',
  lasted: (range, { span, isFew, missed, what, isSeveral }, formats) =>
    missed === null
      ? `${what.beforeSpan} ${span}, ${range}.`
      : `${isSeveral ? 'У кожного пропущено' : 'Пропущено'} ${blocks(missed, formats)}${isFew ? '' : ` за ${span}`}, ${range}.`,
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
      lasting(`Понад ${percent(1 - threshold)} пропусків було`, `Понад ${percent(1 - threshold)}:`),
    missed_in_a_row: () => lasting('Пропуски тривали', 'Пропуски'),
    jail_near: () => lasting('Ризик в’язниці тривав', 'Ризик в’язниці'),
    jailed: () => lasting('Пробув у в’язниці', 'Термін:'),
    power_share: (threshold, { percent }) => lasting(`Вище ${percent(threshold)} було`, 'Вище:'),
    commission_above: (threshold, { percent }) => lasting(`Вище ${percent(threshold)} було`, 'Вище:'),
    no_update: () => lasting('Даних не було', 'Не було:'),
    lagging: () => lasting('Відставання тривало', 'Було:'),
    stalled: () => lasting('Висота стояла', 'Стояла:'),
    halted: () => lasting('Мережа стояла'),
    low_power: (threshold, { percent }) => lasting(`Нижче ${percent(threshold)} було`, 'Нижче:'),
    unseen: () => lasting('Вузли не відповідали'),
  },
  cause: {
    ALONE: () => 'Більше ніхто цей блок не пропустив: справа у валідаторі, а не в мережі.',
    FEW: (share) =>
      `Разом з ним цей блок не підписали лише ${share} голосів: найімовірніше, справа у валідаторі, а не в мережі.`,
    SOME: (share) => `Разом з ним цей блок не підписали ${share} голосів: проблеми і в інших.`,
    NETWORK: (share) =>
      `Разом з ним цей блок не підписали ${share} голосів: справа в мережі, а не лише в ньому.`,
  },
  causeInShort: {
    ALONE: () => 'Пропускає лише він.',
    FEW: (share) => `Пропустили ще ${share} голосів.`,
    SOME: (share) => `Пропустили ще ${share} голосів.`,
    NETWORK: (share) => `Справа в мережі: не підписали ${share} голосів.`,
  },
  advice: {
    window_missed: { FALSE_TO_TRUE: nodeAdvice },
    missed_in_a_row: { FALSE_TO_TRUE: nodeAdvice },
    jail_near: {
      FALSE_TO_TRUE: nodeAdvice,
      TRUE_TO_FALSE: {
        written:
          'Пропущені блоки враховуються, доки не вийдуть з вікна: доти запас до в’язниці менший, ніж зазвичай.',
        short: ['Пропуски ще у вікні: запас до в’язниці менший, ніж зазвичай.'],
      },
    },
    jailed: {
      FALSE_TO_TRUE: {
        written:
          'Спершу усуньте причину пропусків і дайте вузлу наздогнати мережу, потім виводьте його з в’язниці: інакше він потрапить туди знову.',
        short: ['Усуньте причину, дайте вузлу наздогнати мережу, потім виводьте з в’язниці.'],
        ofSeveral: {
          written:
            'Спершу усуньте причину пропусків і дайте вузлам наздогнати мережу, потім виводьте валідаторів з в’язниці: інакше вони потраплять туди знову.',
          short: ['Усуньте причину, дайте вузлам наздогнати мережу, потім виводьте з в’язниці.'],
        },
      },
      TRUE_TO_FALSE: {
        written: 'Простежте за наступними блоками: підписує лише валідатор з активного набору.',
        short: ['Перевірте, що підписи знову є.'],
      },
    },
    tombstoned: {
      FALSE_TO_TRUE: {
        written:
          'Цей ключ не повернути. Зупиніть усі вузли, які ним підписують, з’ясуйте, де був подвійний підпис, попередьте делегаторів і створіть нового валідатора з новим ключем.',
        short: [],
        above: { said: 'Зупиніть усі вузли з цим ключем.', inShort: 'Зупиніть усі вузли з цим ключем.' },
      },
    },
    bonded: {
      TRUE_TO_FALSE: {
        written: 'Перевірте, чому: в’язниця, виведення стейку або його витіснили інші валідатори.',
        short: ['Перевірте, чому: в’язниця, виведення стейку або витіснили інші.'],
      },
    },
    stake_fell: {
      FALSE_TO_TRUE: {
        written: 'Якщо ви цього не чекали, подивіться, хто відкликав делегування.',
        short: ['Якщо ви цього не чекали, подивіться, хто відкликав делегування.'],
      },
    },
    slashed: {
      FALSE_TO_TRUE: {
        written: 'Перевірте, за що: за простій чи подвійний підпис. Після подвійного підпису зупиніть вузол.',
        short: ['Перевірте, за що: за простій чи подвійний підпис.'],
      },
    },
    commission_raised: {
      FALSE_TO_TRUE: {
        written: 'Якщо це не ви, перевірте, хто має ключ оператора.',
        short: ['Якщо це не ви, перевірте, хто має ключ оператора.'],
      },
    },
    commission_above: {
      FALSE_TO_TRUE: {
        written: 'Якщо це не ви, перевірте, хто має ключ оператора. Делегатори тепер отримують менше.',
        short: ['Якщо це не ви, перевірте, хто має ключ оператора.'],
      },
    },
    power_share: {
      FALSE_TO_TRUE: {
        written:
          'Коли частка більша за третину, один валідатор може зупинити мережу: попросіть делегаторів розподілити стейк.',
        short: ['З часткою понад третину він може зупинити мережу.'],
      },
    },
    no_update: {
      FALSE_TO_TRUE: {
        written:
          'Перевірте, що вузол бриджа працює, а його експорт метрик спрямовано на цей сайт із чинним токеном.',
        short: ['Перевірте вузол бриджа та експорт його метрик.'],
        ofSeveral: {
          written:
            'Перевірте, що вузли бриджів працюють, а експорт їхніх метрик спрямовано на цей сайт із чинним токеном.',
          short: ['Перевірте вузли бриджів та експорт їхніх метрик.'],
        },
      },
    },
    lagging: {
      FALSE_TO_TRUE: {
        written: 'Перевірте зв’язок бриджа з вузлом консенсусу, його диск і процесор.',
        short: ['Перевірте вузол консенсусу, диск і процесор.'],
        urgent: 'Перевірте вузол консенсусу й диск.',
        ofSeveral: {
          written: 'Перевірте в кожного бриджа зв’язок з вузлом консенсусу, диск і процесор.',
          short: ['Перевірте вузли консенсусу, диски та процесори.'],
          urgent: 'Перевірте вузли консенсусу й диски.',
        },
      },
    },
    stalled: {
      FALSE_TO_TRUE: {
        written: 'Перевірте, чи не відстає вузол консенсусу; якщо ні, перезапустіть вузол бриджа.',
        short: ['Перевірте вузол консенсусу; якщо він не відстає, перезапустіть вузол бриджа.'],
        urgent: 'Перевірте вузол консенсусу, потім перезапустіть бридж.',
        ofSeveral: {
          written: 'Перевірте, чи не відстають вузли консенсусу; якщо ні, перезапустіть вузли бриджів.',
          short: ['Перевірте вузли консенсусу; якщо вони не відстають, перезапустіть вузли бриджів.'],
          urgent: 'Перевірте вузли консенсусу, потім перезапустіть бриджі.',
        },
      },
    },
    halted: {
      FALSE_TO_TRUE: {
        written:
          'Не зупиняйте вузол і стежте за каналом валідаторів мережі: про перезапуск зазвичай домовляються там.',
        short: ['Не зупиняйте вузол і стежте за каналом валідаторів.'],
      },
      TRUE_TO_FALSE: {
        written: 'Перевірте, що ваші валідатори підписують.',
        short: ['Перевірте, що ваші валідатори підписують.'],
      },
    },
    low_power: {
      FALSE_TO_TRUE: {
        written: 'Нижче двох третин мережа зупиняється. Перевірте, що ваші валідатори підписують.',
        short: ['Перевірте, що ваші валідатори підписують.'],
      },
    },
    upgrade_near: {
      FALSE_TO_TRUE: {
        written: 'Підготуйте нову версію програми: стара зупиниться на цьому блоці.',
        short: ['Підготуйте новий бінарник.'],
      },
      TRUE_TO_FALSE: {
        written: 'Перевірте, що на ваших вузлах потрібна версія.',
        short: ['Перевірте, що на ваших вузлах потрібна версія.'],
      },
    },
    unseen: {
      FALSE_TO_TRUE: {
        written:
          'Поки це так, ми не знаємо, що з вашими валідаторами. Перевірте їх самі; якщо з ними все гаразд, повідомте оператора сайту.',
        short: ['Перевірте своїх валідаторів самі: нам їх не видно.'],
      },
    },
    ...governanceUk.advice,
  },
  slashedFor: {
    DOWNTIME: {
      written: 'Слешинг за простій, а не за подвійний підпис.',
      short: ['Це за простій, а не за подвійний підпис.'],
    },
    DOUBLE_SIGN: {
      written: 'Слешинг за подвійний підпис: зупиніть усі вузли з цим ключем.',
      short: ['Це за подвійний підпис: зупиніть усі вузли з цим ключем.'],
      ofSeveral: {
        written: 'Слешинг за подвійний підпис: зупиніть усі вузли з цими ключами.',
        short: ['Це за подвійний підпис: зупиніть усі вузли з цими ключами.'],
      },
    },
  },
  adviceWhereNetwork: {
    written:
      'Не зупиняйте вузол і стежте за каналом валідаторів мережі. Якщо інші відновилися, а ваш ні, перевірте вузол, сайнер і пірів.',
    short: ['Не зупиняйте вузол і стежте за каналом валідаторів.'],
  },
  bridge: {
    lastPush: (time) => `Останні дані: ${time}.`,
    height: (height) => `Висота ${height}.`,
    lag: (lag, formats) => (lag === 0 ? 'Відставання немає.' : `Відставання ${blocks(lag, formats)}.`),
    version: (version) => `Версія ${version}.`,
  },
  flaps: (count, since, { number }) => `Уже ${number(count)}-й раз із ${since}.`,
  flapped: (count, since, { number }) => `Це був ${number(count)}-й раз із ${since}.`,
  overByNow: 'Зараз уже завершилося.',
  heldBack: {
    NETWORK_HALTED: 'Надіслано пізніше: мережа стояла.',
    MASS_MISS: 'Надіслано пізніше: бракувало понад третини голосів.',
    UPGRADE: 'Надіслано пізніше: мережа оновлювалася.',
  },
  held: {
    NETWORK_HALTED: 'Притримано, поки мережа стоїть. Якщо це не мине, ми повідомимо.',
    MASS_MISS: 'Притримано, поки бракує понад третини голосів. Якщо це не мине, ми повідомимо.',
    UPGRADE: 'Притримано, поки мережа оновлюється. Якщо це не мине, ми повідомимо.',
  },
  silenced: (since, until) => `З ${since}. Сповіщення було призупинено до ${until}.`,
  plannedWork: (until) => `Планові роботи до ${until}.`,
  proven: 'Доведено підписами мережі.',
  imported: 'Імпортовано з файлу, тут не перевірялося.',
  agreed: 'Два вузли повідомляють те саме.',
  single: (host) => (host === null ? 'Повідомляє лише один вузол.' : `Повідомляє лише один вузол, ${host}.`),
  units: {
    day: { written: 'д', spoken: { one: 'день', few: 'дні', many: 'днів', other: 'дня' } },
    hour: { written: 'год', spoken: { one: 'годину', few: 'години', many: 'годин', other: 'години' } },
    minute: { written: 'хв', spoken: { one: 'хвилину', few: 'хвилини', many: 'хвилин', other: 'хвилини' } },
    second: { written: 'с', spoken: { one: 'секунду', few: 'секунди', many: 'секунд', other: 'секунди' } },
  },
  unacknowledged: (span) => `Без відповіді ${span}.`,
  acknowledgedAgo: (span) => `Відповідь була ${span} тому, але це ще триває.`,
  nobodyOnCall: 'Ніхто не чергує, тому повідомлення отримала вся команда.',
  memberUnavailable: 'Той, для кого цей крок, недоступний, тому повідомлення отримала вся команда.',
  reminder: 'Нагадування',
  afterQuiet: 'Це повідомлення чекало кінця тихих годин.',
  meanwhile: (items) => `За цей час почалося й уже закінчилося: ${items}.`,
  inPlaceOf: {
    sms: {
      wait: 'Денний ліміт SMS вичерпано: SMS надійде, лише якщо це не припиниться.',
      all: (until) => `Денний ліміт SMS вичерпано до ${until}: це повідомлення надійшло б по SMS.`,
      share: (until) =>
        `Це повідомлення надійшло б по SMS, але ліміт SMS для сповіщень, не важливіших за це, вичерпано до ${until}.`,
    },
    voice: {
      wait: 'Денний ліміт дзвінків вичерпано: зателефонуємо, лише якщо це не припиниться.',
      all: (until) => `Денний ліміт дзвінків вичерпано до ${until}: про це ми б зателефонували.`,
      share: (until) =>
        `Про це ми б зателефонували, але ліміт дзвінків для сповіщень, не важливіших за це, вичерпано до ${until}.`,
    },
  },
  toEveryContact:
    'Жоден з каналів цього кроку більше не працює, тому повідомлення надіслано на всі ваші контакти.',
  alsoOn: (what, count, { number }) =>
    `${what}, і ще в ${number(count)} ${rules.select(count) === 'one' ? 'мережі' : 'мережах'}`,
  siteItself: 'Стільки мереж одразу: найімовірніше, річ у зв’язку самого цього сайту.',
  muted: (until, what) => `Заглушено до ${until}: ${what}.`,
  endNotMuted: 'Повідомлення про те, що все минуло, не заглушено.',
  acknowledgedStill:
    'Отримання підтверджено. Якщо погіршиться або все мине, сповіщення надійдуть, як налаштовано.',
  wasNearJail: ({ time, isOver }) =>
    isOver
      ? 'Було близько до в’язниці'
      : time === null
        ? 'Близько до в’язниці'
        : `В’язниця очікувалася близько ${time}`,
  missesMuted: (upTo) =>
    upTo === null
      ? 'Пропуски блоків, крім близької в’язниці (менше години)'
      : `Пропуски блоків до рівня ${upTo}`,
  choiceOfMisses:
    'Натисніть 1, щоб підтвердити отримання, або 2, щоб заглушити на годину пропуски блоків. В’язниця менш ніж за годину не заглушується.',
  choiceToMute: {
    any: 'Натисніть 2, щоб заглушити ці сповіщення на годину.',
    misses:
      'Натисніть 2, щоб заглушити на годину пропуски блоків. В’язниця менш ніж за годину не заглушується.',
  },
  openAlert: 'Відкрити сповіщення',
  openHistory: 'Відкрити сповіщення',
  alerts: (count, { number }) => `${number(count)} ${form(count, 'сповіщення', 'сповіщення', 'сповіщень')}`,
  more: (count) => `І ще ${count}.`,
  besideVotes: {
    VALIDATOR: { one: 'Також валідатор', several: 'Також валідатори' },
    BRIDGE: { one: 'Також бридж', several: 'Також бриджі' },
  },
  also: (whats) => `Ще: ${whats}.`,
  whatToDo: (title) => `Що робити (${title}):`,
}
