import { describe, expect, it } from 'vitest'
import { type EndpointRecord, newRecord } from './endpoint-record.ts'
import { claimOf, type PoolHead } from './pool-head.ts'

const now = 1_000_000
const clock = { now: () => now, monotonic: () => now }

const record = (host: string, height: number, state: EndpointRecord['state'], age = 0): EndpointRecord => ({
  ...newRecord(host),
  state,
  answeredAt: now - age,
  status: {
    chainId: 'test-1',
    version: '0.38.17',
    latestHeight: height,
    latestBlockTime: height * 1_000,
    earliestHeight: 1,
    catchingUp: false,
  },
})

const last: PoolHead = { height: 100, time: 100_000, host: 'used', inStep: true, observedAt: now }

describe('R32: the claim, when the endpoint that reported it', () => {
  it('fails: it does not go back to what another one said a while ago', () => {
    const records = [record('used', 100, 'FAILING'), record('spare', 92, 'OK', 8_000)]
    expect(claimOf(records, clock, last)).toEqual({
      height: 100,
      time: 100_000,
      host: 'used',
      inStep: true,
      observedAt: now - 8_000,
    })
  })

  it('fails, and another one is further: it goes on', () => {
    const records = [record('used', 100, 'FAILING'), record('spare', 101, 'OK')]
    expect(claimOf(records, clock, last)).toMatchObject({ height: 101, host: 'spare' })
  })

  it('was found to lie: its word is taken back', () => {
    const records = [record('used', 100, 'LYING'), record('spare', 92, 'OK')]
    expect(claimOf(records, clock, last)).toMatchObject({ height: 92, host: 'spare' })
  })

  it('answers with less than before: it is believed', () => {
    const records = [record('used', 95, 'OK'), record('spare', 92, 'OK')]
    expect(claimOf(records, clock, last)).toMatchObject({ height: 95, host: 'used' })
  })

  it('stays dead for more than a minute: the others are believed (the chain may have started again)', () => {
    const records = [record('used', 100, 'FAILING', 61_000), record('spare', 3, 'OK')]
    expect(claimOf(records, clock, last)).toMatchObject({ height: 3, host: 'spare', inStep: true })
  })
})
