import type { Language } from '@roundsman/contract/users'

/** Parts of a message, with numbers and times written as the language does. */
export interface Phrases {
  severity: Readonly<Record<'INFO' | 'WARNING' | 'CRITICAL', string>>
  network: string
  validator: string
  place: (network: string, block: string | null, time: string) => string
  since: (time: string) => string
  missedInARow: (count: string, exact: boolean) => string
  missedOfWindow: (missed: string, window: string) => string
  jailIn: (time: string) => string
  missedAlone: string
  missedWithYou: (share: string) => string
  networkMissed: (share: string) => string
  change: (before: string, after: string) => string
  stake: (share: string) => string
  signedPower: (share: string) => string
  upgrade: (name: string, block: string) => string
  flaps: (count: string, since: string) => string
  heldBack: Readonly<Record<string, string>>
  held: Readonly<Record<string, string>>
  proven: (block: string | null) => string
  agreed: string
  single: (host: string | null) => string
  unjail: (time: string | null) => string
  unjailBy: (command: string) => string
  hours: (hours: string, minutes: string) => string
  minutes: (minutes: string) => string
  seconds: (seconds: string) => string
  block: (block: string) => string
  link: string
  /** Of a message about several alerts; names are those of validators. */
  alerts: (count: string) => string
  more: (count: string) => string
}

export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    severity: { INFO: 'Info', WARNING: 'Warning', CRITICAL: 'Critical' },
    network: 'Network',
    validator: 'Validator without a name',
    place: (network, block, time) =>
      block === null ? `${network}, ${time}.` : `${network}, block ${block}, ${time}.`,
    since: (time) => `Since ${time}.`,
    missedInARow: (count, exact) => `Missed in a row: ${exact ? count : `${count} or more`}.`,
    missedOfWindow: (missed, window) => `Missed in the last ${window} blocks: ${missed}.`,
    jailIn: (time) => `Jail in ${time} if it keeps missing.`,
    missedAlone: 'Nobody else missed this block: the problem is most likely yours.',
    missedWithYou: (share) => `${share} of the voting power missed this block with you.`,
    networkMissed: (share) => `${share} of the voting power missed this block.`,
    change: (before, after) => `Was ${before}, now ${after}.`,
    stake: (share) => `Changed by ${share}.`,
    signedPower: (share) => `Signed by ${share} of the voting power.`,
    upgrade: (name, block) => `Upgrade ${name} at block ${block}.`,
    flaps: (count, since) => `It began ${count} times since ${since}.`,
    heldBack: {
      NETWORK_HALTED: 'Held back until now: the network had halted.',
      MASS_MISS: 'Held back until now: more than a third of the voting power was missing.',
      UPGRADE: 'Held back until now: the network was upgrading.',
    },
    held: {
      NETWORK_HALTED: 'Held back: the network has halted. You’ll be told if it’s still so when it is back.',
      MASS_MISS:
        'Held back: more than a third of the voting power is missing. You’ll be told if it’s still so afterwards.',
      UPGRADE: 'Held back: the network is upgrading. You’ll be told if it’s still so afterwards.',
    },
    proven: (block) =>
      block === null ? 'Proven by the chain’s signatures.' : `Proven by the signatures of block ${block}.`,
    agreed: 'Reported alike by two endpoints.',
    single: (host) =>
      host === null ? 'Reported by one endpoint only.' : `Reported by one endpoint only, ${host}.`,
    unjail: (time) =>
      time === null
        ? 'Fix the cause, then unjail it.'
        : `Fix the cause, then unjail it. That is possible from ${time}.`,
    unjailBy: (command) => `Unjail it with: ${command}`,
    hours: (hours, minutes) => `${hours} h ${minutes} min`,
    minutes: (minutes) => `${minutes} min`,
    seconds: (seconds) => `${seconds} s`,
    block: (block) => `block ${block}`,
    link: 'Open the validators',
    alerts: (count) => `${count} alerts`,
    more: (count) => `And ${count} more.`,
  },
  ru: {
    severity: { INFO: 'Информация', WARNING: 'Предупреждение', CRITICAL: 'Критично' },
    network: 'Сеть',
    validator: 'Валидатор без имени',
    place: (network, block, time) =>
      block === null ? `${network}, ${time}.` : `${network}, блок ${block}, ${time}.`,
    since: (time) => `С ${time}.`,
    missedInARow: (count, exact) => `Пропущено подряд: ${exact ? count : `${count} или больше`}.`,
    missedOfWindow: (missed, window) => `Пропущено из последних ${window} блоков: ${missed}.`,
    jailIn: (time) => `Тюрьма через ${time}, если пропуски продолжатся.`,
    missedAlone: 'Больше никто этот блок не пропустил: скорее всего, проблема у вас.',
    missedWithYou: (share) => `Вместе с вами этот блок пропустили ${share} голосов.`,
    networkMissed: (share) => `Этот блок пропустили ${share} голосов.`,
    change: (before, after) => `Было ${before}, стало ${after}.`,
    stake: (share) => `Изменение: ${share}.`,
    signedPower: (share) => `Подписали ${share} голосов.`,
    upgrade: (name, block) => `Обновление ${name} на блоке ${block}.`,
    flaps: (count, since) => `Повторов: ${count} с ${since}.`,
    heldBack: {
      NETWORK_HALTED: 'До этого момента придержано: сеть стояла.',
      MASS_MISS: 'До этого момента придержано: не хватало более трети голосов.',
      UPGRADE: 'До этого момента придержано: сеть обновлялась.',
    },
    held: {
      NETWORK_HALTED: 'Придержано: сеть стоит. Сообщим, если это не пройдёт, когда она заработает.',
      MASS_MISS: 'Придержано: не хватает более трети голосов. Сообщим, если это не пройдёт и потом.',
      UPGRADE: 'Придержано: сеть обновляется. Сообщим, если это не пройдёт и потом.',
    },
    proven: (block) => (block === null ? 'Доказано подписями сети.' : `Доказано подписями блока ${block}.`),
    agreed: 'Два узла сообщают одно и то же.',
    single: (host) => (host === null ? 'Сообщает только один узел.' : `Сообщает только один узел, ${host}.`),
    unjail: (time) =>
      time === null
        ? 'Устраните причину и выведите его из тюрьмы (unjail).'
        : `Устраните причину и выведите его из тюрьмы (unjail). Это возможно с ${time}.`,
    unjailBy: (command) => `Команда: ${command}`,
    hours: (hours, minutes) => `${hours} ч ${minutes} мин`,
    minutes: (minutes) => `${minutes} мин`,
    seconds: (seconds) => `${seconds} с`,
    block: (block) => `блок ${block}`,
    link: 'Открыть валидаторов',
    alerts: (count) => `оповещений: ${count}`,
    more: (count) => `И ещё ${count}.`,
  },
  uk: {
    severity: { INFO: 'Інформація', WARNING: 'Попередження', CRITICAL: 'Критично' },
    network: 'Мережа',
    validator: 'Валідатор без імені',
    place: (network, block, time) =>
      block === null ? `${network}, ${time}.` : `${network}, блок ${block}, ${time}.`,
    since: (time) => `З ${time}.`,
    missedInARow: (count, exact) => `Пропущено поспіль: ${exact ? count : `${count} або більше`}.`,
    missedOfWindow: (missed, window) => `Пропущено з останніх ${window} блоків: ${missed}.`,
    jailIn: (time) => `В’язниця через ${time}, якщо пропуски триватимуть.`,
    missedAlone: 'Більше ніхто цей блок не пропустив: найімовірніше, проблема у вас.',
    missedWithYou: (share) => `Разом із вами цей блок пропустили ${share} голосів.`,
    networkMissed: (share) => `Цей блок пропустили ${share} голосів.`,
    change: (before, after) => `Було ${before}, стало ${after}.`,
    stake: (share) => `Зміна: ${share}.`,
    signedPower: (share) => `Підписали ${share} голосів.`,
    upgrade: (name, block) => `Оновлення ${name} на блоці ${block}.`,
    flaps: (count, since) => `Повторів: ${count} з ${since}.`,
    heldBack: {
      NETWORK_HALTED: 'Досі притримано: мережа стояла.',
      MASS_MISS: 'Досі притримано: бракувало понад третини голосів.',
      UPGRADE: 'Досі притримано: мережа оновлювалася.',
    },
    held: {
      NETWORK_HALTED: 'Притримано: мережа стоїть. Повідомимо, якщо це не мине, коли вона запрацює.',
      MASS_MISS: 'Притримано: бракує понад третини голосів. Повідомимо, якщо це не мине й потім.',
      UPGRADE: 'Притримано: мережа оновлюється. Повідомимо, якщо це не мине й потім.',
    },
    proven: (block) => (block === null ? 'Доведено підписами мережі.' : `Доведено підписами блоку ${block}.`),
    agreed: 'Два вузли повідомляють те саме.',
    single: (host) =>
      host === null ? 'Повідомляє лише один вузол.' : `Повідомляє лише один вузол, ${host}.`,
    unjail: (time) =>
      time === null
        ? 'Усуньте причину й виведіть його з в’язниці (unjail).'
        : `Усуньте причину й виведіть його з в’язниці (unjail). Це можливо з ${time}.`,
    unjailBy: (command) => `Команда: ${command}`,
    hours: (hours, minutes) => `${hours} год ${minutes} хв`,
    minutes: (minutes) => `${minutes} хв`,
    seconds: (seconds) => `${seconds} с`,
    block: (block) => `блок ${block}`,
    link: 'Відкрити валідаторів',
    alerts: (count) => `сповіщень: ${count}`,
    more: (count) => `І ще ${count}.`,
  },
}
