import { describe, expect, test } from 'vitest'
import { alertTypeOf, alertTypes, targetTypeOf } from '@roundsman/contract/alerts/alerts'
import { catalogue, languages, type Setting } from './catalogue.ts'

const settings = (language: (typeof languages)[number]) =>
  alertTypes.flatMap((type) => catalogue.settings(language)[type])

/** "type comparison threshold unit window" of the settings that say that something began. */
function line({ type, comparison, threshold, unit, window_seconds: window }: Setting): string {
  return [type, comparison, threshold, unit, window].filter((part) => part !== null).join(' ')
}

describe('catalogue', () => {
  test('V19: votes and upgrades are settings of a type of their own, and each id says whether it is about a validator', () => {
    const all = settings('en').filter(({ type }) => type === 'GOVERNANCE')
    expect(all.length).toBe(20)
    expect(all.map(({ id }) => targetTypeOf(id))).toEqual(all.map(({ target_type: target }) => target))
    // Steps are in the order of their ids, the gravest last.
    const steps = catalogue.conditions.filter(({ subject }) => subject === 'not_voted')
    expect(steps.map(({ threshold }) => threshold)).toEqual([259_200, 86_400, 21_600, 3_600])
    expect(
      catalogue.conditions.filter(({ subject }) => subject === 'upgrade_near').map(({ id }) => id),
    ).toEqual([920, 921, 922])
  })

  test('E1: ids are for ever: these, and no other', () => {
    expect(settings('en').map(({ id }) => id)).toEqual([
      ...[5011, 5021, 5031, 5041, 5051, 5061, 5071, 5081, 5111, 5121, 5131, 5141, 5151, 5161, 5171, 5181],
      ...[5211, 5311, 5312, 5321, 5322, 5331, 5332],
      ...[1011, 1012, 1021, 1022, 1031, 1032, 1041, 1042, 1051, 1052, 1061, 1062],
      ...[1111, 1112, 1121, 1122, 1131, 1132, 1141, 1142, 1151, 1152, 1211, 1212, 1221, 1222, 1231, 1232],
      ...[6011, 6021, 6111, 6112, 6121, 6122, 6131, 6132, 6141, 6142],
      ...[2011, 2012, 3011, 4011, 4012],
      ...[7011, 7012, 7021, 7022, 7031, 7032],
      ...[8011, 8012, 8021, 8022, 8031, 8032, 8111, 8112],
      ...[9011, 9012, 9021, 9022, 9031, 9032, 9111, 9112, 9121, 9122, 9201, 9202, 9211, 9212, 9221, 9222],
      ...[9311, 9312, 9321, 9322],
      ...[10_011, 10_021, 10_111, 10_121, 10_131, 10_211, 10_221],
      ...[11_011, 11_012, 11_021, 11_022, 11_031, 11_032, 11_041, 11_042, 11_111],
      ...[11_211, 11_212, 11_221, 11_222],
    ])
  })

  test('E1: an id means its condition and trigger, and nothing else means anything', () => {
    for (const { id, type, trigger } of settings('en')) {
      const meaning = catalogue.meaning(id)
      expect(meaning).toMatchObject({ trigger, condition: { type } })
      expect(meaning && catalogue.settingId(meaning.condition, trigger)).toBe(id)
    }
    for (const id of [0, -1, 1013, 1010, 3012, 5012, 99_999, 1011.5, Number.NaN])
      expect(catalogue.meaning(id)).toBeNull()
    expect(catalogue.setting(3012, 'en')).toBeNull()
  })

  test('E1: changes and what is for ever have no end', () => {
    const ended = settings('en').filter(({ trigger }) => trigger === 'TRUE_TO_FALSE')
    expect(ended.filter(({ comparison, type }) => comparison === 'CHANGED' || type === 'TOMBSTONED')).toEqual(
      [],
    )
  })

  test('E189: an end is the less grave of two: to enter the active set ends what to leave it began', () => {
    const ends = settings('en').filter(({ id }) => catalogue.isEnd(id))
    const others = settings('en').filter(({ id }) => !catalogue.isEnd(id))
    expect(ends.filter(({ trigger }) => trigger === 'FALSE_TO_TRUE').map(({ id }) => id)).toEqual([4011])
    expect(others.filter(({ trigger }) => trigger === 'TRUE_TO_FALSE').map(({ id }) => id)).toEqual([4012])
    expect(ends.filter(({ severity }) => severity !== 'INFO')).toEqual([])
    expect(catalogue.isEnd(99_999)).toBe(false)
  })

  test('E242: one missed block is called so in every language, and not one in a row', () => {
    const names = (id: number) => languages.map((language) => catalogue.setting(id, language)?.name)
    expect(names(1111)).toEqual(['1 block missed', 'Пропущен 1 блок', 'Пропущено 1 блок'])
    expect(names(1112)).toEqual([
      'Signing again after 1 block missed',
      'Снова подписывает после пропуска 1 блока',
      'Знову підписує після пропуску 1 блоку',
    ])
    expect(names(1121)[0]).toBe('3 blocks missed in a row')
    for (const language of languages)
      expect(catalogue.setting(1111, language)?.description).not.toMatch(/in a row|подряд|поспіль/)
  })

  test('E2: each has a name and a description of its own in every language', () => {
    for (const language of languages) {
      const all = settings(language)
      expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
      expect(new Set(all.map(({ description }) => description)).size).toBe(all.length)
      for (const { name, description } of all)
        expect(`${name} ${description}`).not.toMatch(/[{}]|undefined|NaN/)
    }
  })

  test('E2: figures are written as the language writes them', () => {
    const names = (id: number) => languages.map((language) => catalogue.setting(id, language)?.name)
    expect(names(1011)).toEqual([
      'More than 0.1% of the window missed',
      'Пропущено более 0,1\u00a0% окна',
      'Пропущено понад 0,1% вікна',
    ])
    expect(names(1122)).toEqual([
      'Signing again after 3 blocks missed in a row',
      'Снова подписывает после пропуска 3 блоков подряд',
      'Знову підписує після пропуску 3 блоків поспіль',
    ])
    expect(names(1231)).toEqual([
      'Jail within 1 hour',
      'До тюрьмы не больше 1\u00a0ч',
      'До в’язниці не більше 1\u00a0год',
    ])
    expect(names(7021)).toEqual(['No update for 5 minutes', 'Нет данных 5\u00a0мин', 'Немає даних 5\u00a0хв'])
  })

  test('E3: every condition that was promised is there', () => {
    const began = settings('en').filter(({ trigger }) => trigger === 'FALSE_TO_TRUE')
    const change = (window: number) =>
      [0.01, 0.05, 0.1, 0.25].map((part) => `VOTING_POWER CHANGED ${part} FRACTION ${window}`)
    expect(began.map(line)).toEqual([
      ...[...change(3_600), ...change(86_400), ...change(3_600), ...change(86_400)],
      'VOTING_POWER CHANGED',
      ...[0.05, 0.1, 0.33].map((share) => `VOTING_POWER ABOVE ${share} FRACTION`),
      ...[0.999, 0.99, 0.95, 0.9, 0.75, 0.5].map((signed) => `UPTIME BELOW ${signed} FRACTION`),
      ...[1, 3, 5, 10, 50].map((blocks) => `UPTIME ABOVE ${blocks} BLOCKS`),
      ...[86_400, 21_600, 3_600].map((seconds) => `UPTIME BELOW ${seconds} SECONDS`),
      ...['COMISSION CHANGED', 'COMISSION CHANGED'],
      ...[0.05, 0.1, 0.2, 0.5].map((rate) => `COMISSION ABOVE ${rate} FRACTION`),
      ...['JAILED IS', 'TOMBSTONED IS', 'BONDED IS'],
      ...[60, 300, 900].map((seconds) => `OTEL_UPDATE ABOVE ${seconds} SECONDS`),
      ...[10, 50, 100].map((blocks) => `SYNC_STATUS ABOVE ${blocks} BLOCKS`),
      'SYNC_STATUS ABOVE 300 SECONDS',
      ...[60, 300, 900].map((seconds) => `NETWORK ABOVE ${seconds} SECONDS`),
      ...['NETWORK BELOW 0.8 FRACTION', 'NETWORK BELOW 0.7 FRACTION'],
      'NETWORK BELOW 604800 SECONDS',
      ...['NETWORK BELOW 86400 SECONDS', 'NETWORK BELOW 3600 SECONDS'],
      ...[300, 900].map((seconds) => `NETWORK ABOVE ${seconds} SECONDS`),
      ...Array.from({ length: 7 }, () => 'GOVERNANCE IS'),
      ...[259_200, 86_400, 21_600, 3_600].map((seconds) => `GOVERNANCE BELOW ${seconds} SECONDS`),
      'GOVERNANCE IS',
      ...[0.5, 0.833333].map((share) => `GOVERNANCE ABOVE ${share} FRACTION`),
    ])
  })

  test('E3, E4: holds, ends and margins are data', () => {
    const of = (id: number) => {
      const found = catalogue.condition(id)
      return found && { hold: found.holdSeconds, margin: found.margin, clean: found.cleanBlocks }
    }
    expect([111, 112, 113, 114, 115].map((id) => of(id)?.clean)).toEqual([3, 10, 10, 20, 100])
    expect([101, 106, 121].map((id) => of(id)?.clean)).toEqual([10, 10, 10])
    expect(of(101)?.margin).toBe(0.0001)
    expect(of(802)).toEqual({ hold: 60, margin: 25, clean: 0 })
    expect(of(911)).toEqual({ hold: 30, margin: 0.02, clean: 0 })
    expect(of(999)).toBeNull()
  })

  test('E5: nobody is woken by an end, but by leaving the active set', () => {
    const loud = settings('en').filter(
      ({ trigger, severity }) => trigger === 'TRUE_TO_FALSE' && severity !== 'INFO',
    )
    expect(loud.map(({ id, severity }) => [id, severity])).toEqual([[4012, 'CRITICAL']])
  })

  test('E3: an id alone says the type of its setting and the kind of target, as the setting does', () => {
    for (const { id, type, target_type: target } of settings('en'))
      expect([id, alertTypeOf(id), targetTypeOf(id)]).toEqual([id, type, target])
    expect([alertTypeOf(9), targetTypeOf(99_991)]).toEqual([null, null])
  })

  test('E3: a setting says which kind of target it takes', () => {
    const kinds = settings('en').map(({ type, target_type: target }) => `${type} ${target}`)
    expect(new Set(kinds)).toEqual(
      new Set([
        ...['VOTING_POWER', 'UPTIME', 'COMISSION', 'JAILED', 'TOMBSTONED', 'BONDED'].map(
          (t) => `${t} VALIDATOR`,
        ),
        ...['OTEL_UPDATE BRIDGE', 'SYNC_STATUS BRIDGE', 'NETWORK ANY'],
        ...['GOVERNANCE ANY', 'GOVERNANCE VALIDATOR'],
      ]),
    )
  })
})
