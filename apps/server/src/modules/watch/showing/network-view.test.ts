import { expect, test } from 'vitest'
import { memberFacts, newRecord, type ValidatorRecord } from '../model/validator-facts.ts'
import { rowWrittenAt, someNetworkRow } from '../testing/some-network-row.ts'
import { createNetworkView, type ViewUpdate } from './network-view.ts'

const now = rowWrittenAt
const avatarOf = () => null
const tia = { symbol: 'TIA', decimals: 6 }

/** A network in batch 7 of its first epoch, with one validator of this name. */
function updateWith(moniker: string): ViewUpdate {
  const row = someNetworkRow()
  return {
    row,
    records: [record(moniker)],
    blocks: [],
    signing: null,
    readAt: { databaseNow: now, monotonic: now },
  }
}

function record(moniker: string): ValidatorRecord {
  const facts = {
    ...memberFacts({ address: 'A76076043BAA8A97F94F4664EF2A197334146FB9', power: 10n }, undefined),
    moniker,
  }
  return { ...newRecord(facts, 0, now), id: 1, rank: 1 }
}

function tagOf({ moniker = 'Ada', unit = tia, at = now } = {}): string {
  const view = createNetworkView(() => ({ followed: true, processStartedAt: 0, unit }), avatarOf)
  view.update(updateWith(moniker))
  return view.list(at).kept.etag
}

test('B43: the tag of the list is that of what it says: the same in every process, another one when the state changes', () => {
  expect(tagOf()).toBe(tagOf())
  expect(tagOf({ at: now + 60_000 })).not.toBe(tagOf())
})

test('B43: another database or catalogue behind the same address, by chance at the same batch, has another tag', () => {
  expect(tagOf({ moniker: 'Grace' })).not.toBe(tagOf())
  expect(tagOf({ unit: { symbol: 'ATOM', decimals: 6 } })).not.toBe(tagOf())
})

test('B43: the list is made once, and again when a batch or the time changes what it says', () => {
  const view = createNetworkView(() => ({ followed: true, processStartedAt: 0, unit: tia }), avatarOf)
  view.update(updateWith('Ada'))
  const first = view.list(now)
  expect(view.list(now)).toBe(first)
  const halted = view.list(now + 60_000)
  expect(halted.body.status.state).not.toBe(first.body.status.state)
  expect(JSON.parse(halted.kept.bytes.toString())).toEqual(halted.body)
  view.update(updateWith('Grace'))
  expect(view.list(now).body.validators[0]?.moniker).toBe('Grace')
  expect(JSON.parse(view.list(now).kept.bytes.toString())).toEqual(view.list(now).body)
})

test('W115: a picture that came, and one of another identity, is in the rows of the next batch; the others stay the same objects', () => {
  const pictures = new Map<string | null, string>()
  const view = createNetworkView(
    () => ({ followed: true, processStartedAt: 0, unit: tia }),
    (identity) => pictures.get(identity) ?? null,
  )
  const known = (identity: string, slot: number) => ({
    ...record('Ada'),
    identity,
    slot,
    id: slot + 1,
    rank: slot,
  })
  const show = (...identities: string[]) => {
    view.update({ ...updateWith('Ada'), records: identities.map(known) })
    return view.list(now)
  }
  const before = show('A', 'B')
  pictures.set('A', '/a')
  expect(view.list(now)).toBe(before)
  const after = show('A', 'B')
  expect(after.body.validators.map(({ avatar }) => avatar)).toEqual(['/a', null])
  expect(after.body.validators[1]).toBe(before.body.validators[1])
  expect(after.kept.etag).not.toBe(before.kept.etag)
  expect(after.kept.bytes.toString()).toContain('"avatar":"/a"')
  expect(show('C', 'B').body.validators.map(({ avatar }) => avatar)).toEqual([null, null])
  expect(show('C', 'A').body.validators.map(({ avatar }) => avatar)).toEqual([null, '/a'])
})

test('W180: rows are made when somebody asks for them, once for each update', () => {
  let asked = 0
  const view = createNetworkView(
    () => ({ followed: true, processStartedAt: 0, unit: tia }),
    () => {
      asked++
      return null
    },
  )
  view.update(updateWith('Ada'))
  view.update(updateWith('Grace'))
  expect(asked).toBe(0)
  const rows = view.validators()
  expect(rows.map(({ moniker }) => moniker)).toEqual(['Grace'])
  expect(view.validators()).toBe(rows)
  expect(view.list(now).body.validators[0]).toBe(rows[0])
  expect(asked).toBe(1)
})
