import { intField, messageField } from '@roundsman/cometbft/protobuf'
import { describe, expect, it } from 'vitest'
import { joinBytes } from '../bytes.ts'
import type { ChainEvent } from '../chain/chain-event.ts'
import { type ChainLens, plainLens } from '../rpc/chain-lens.ts'
import { storeKeys, uint64 } from '../stores/store-keys.ts'
import { asked, provenValue } from '../testing/governance-answers.ts'
import { resultOf } from '../testing/checked-chain.ts'
import { profileOf, smallChain, smallProfile } from '../testing/small-chain.ts'

const celestia = profileOf(1)
const governance = celestia.governance === null ? null : { ...celestia.governance, signalDelay: 10 }
const profile = smallProfile({
  governance,
  appProtocol: 9,
  activity: { ...celestia.activity, longJailed: 0 },
})

function small(script: readonly ChainEvent[], to = 60) {
  const { chain, to: go } = smallChain(script, profile)
  go(to)
  return plainLens(chain.view())
}

const signals = (at: number, validators: number[], version = 10) =>
  validators.map((validator): ChainEvent => ({ at, what: 'signal', validator, version }))
const signal = (lens: ChainLens, method: string, height: number, version = 0) =>
  asked(lens, `/celestia.signal.v1.Query/${method}`, intField(1, version), height)
const operator = (lens: ChainLens, index: number) =>
  lens.chain.roster[index]?.operatorBytes ?? new Uint8Array()
const powerOf = (lens: ChainLens, height: number, indices: number[]) =>
  lens.chain.history
    .at(height)
    .afterNext.members.filter(({ index }) => indices.includes(index))
    .reduce((sum, { power }) => sum + power, 0n)
const all = [0, 1, 2, 3, 4, 5]

describe('N51: x/signal of Celestia', () => {
  it('N51: signals are counted by the power of consensus; who has not given one is named by its moniker', () => {
    const lens = small([...signals(10, [1, 3]), ...signals(12, [3], 11), ...signals(13, [2], 8)])
    const [total, power] = [powerOf(lens, 20, all), powerOf(lens, 20, [1])]
    const threshold = (total * 5n + 5n) / 6n
    expect(signal(lens, 'VersionTally', 20, 10).value).toEqual(
      Uint8Array.from(joinBytes([intField(1, power), intField(2, threshold), intField(3, total)])),
    )
    const names = [0, 2, 3, 4, 5]
      .sort((a, b) => Buffer.compare(operator(lens, a), operator(lens, b)))
      .map((index) => Buffer.from(lens.chain.roster[index]?.moniker ?? ''))
    expect(signal(lens, 'GetMissingValidators', 20, 10).value).toEqual(
      Uint8Array.from(joinBytes(names.map((name) => messageField(1, name)))),
    )
    // Of a version below the one that runs nobody can be ready.
    expect([1, 3, 2].map((index) => provenValue(lens, 'signal', operator(lens, index), 20))).toEqual([
      new Uint8Array(uint64(10)),
      new Uint8Array(uint64(11)),
      null,
    ])
    expect(provenValue(lens, 'signal', storeKeys.signalUpgrade, 20)).toBeNull()
    expect(signal(lens, 'GetUpgrade', 20)).toMatchObject({ code: 0, value: new Uint8Array() })
  })

  it('N51: with five sixths an upgrade is scheduled on request, signals are closed, and headers name the new version', () => {
    const lens = small([
      ...signals(10, [0, 1, 2, 3]),
      { at: 11, what: 'try_upgrade' },
      ...signals(12, [4, 5]),
      { at: 14, what: 'try_upgrade' },
      ...signals(15, [0], 11),
    ])
    const upgrade = joinBytes([intField(1, 10), intField(2, 24)])
    const said = (height: number) => [...signal(lens, 'GetUpgrade', height).value]
    expect([13, 14, 23, 24].map(said)).toEqual([
      [],
      [...messageField(1, upgrade)],
      [...messageField(1, upgrade)],
      [],
    ])
    expect(provenValue(lens, 'signal', storeKeys.signalUpgrade, 20)).toEqual(new Uint8Array(upgrade))
    expect(provenValue(lens, 'signal', operator(lens, 0), 20)).toEqual(new Uint8Array(uint64(10)))
    const versionAt = (height: number) => Number(lens.blocks.at(height).header.version.app)
    expect([23, 24, 25].map(versionAt)).toEqual([9, 9, 10])
    const status = resultOf(lens, 'status') as { node_info: { protocol_version: { app: string } } }
    expect(status.node_info.protocol_version.app).toBe('10')
    // As celestia-app does it, x/upgrade knows of it in the last block of the old version only.
    expect([23, 24, 25].map((height) => lens.chain.upgradePlanAt(height))).toEqual([
      null,
      { name: 'v10', height: 25 },
      null,
    ])
    expect(signal(lens, 'VersionTally', 30, 10).value.at(0)).toBe(16)
  })

  it('N51: other chains have no such module', () => {
    const { chain, to } = smallChain([], smallProfile())
    to(20)
    const lens = plainLens(chain.view())
    expect(signal(lens, 'GetUpgrade', 15)).toMatchObject({
      code: 6,
      log: 'unknown query path: unknown request',
    })
    expect(() => provenValue(lens, 'signal', storeKeys.signalUpgrade, 15)).toThrow('no such store: signal')
  })
})
