import { ShapeError, decodeAs } from '../errors.ts'
import { intField } from '../protobuf.ts'
import type { Source } from '../domain.ts'
import type { Assurance, At, ProvenStore } from './assurance.ts'
import type { UpgradeSignals } from './domain.ts'
import { oneAnswer, sourceOf } from './open-proposals.ts'
import { SIGNALLED_UPGRADE_KEY, signalKey } from './store-keys.ts'
import { readMessage, type WireMessage } from './wire-message.ts'

/** Celestia's x/signal (celestia-app 4): the upgrade that is scheduled, and who has signalled which version. */

const UPGRADE = '/celestia.signal.v1.Query/GetUpgrade'
const VERSION_TALLY = '/celestia.signal.v1.Query/VersionTally'

type Upgrade = UpgradeSignals['upgrade']
type Tally = NonNullable<UpgradeSignals['tally']>
type Wanted = At & { operators: readonly string[]; version: number | null }

export async function readUpgradeSignals(
  assurance: Assurance,
  { operators, version, ...at }: Wanted,
): Promise<UpgradeSignals | 'NO_MODULE' | null> {
  const proven = await assurance.prove(at, (store) => provenSignals(store, operators))
  if (proven === 'REFUTED') return null
  const found = proven === null ? await comparedUpgrade(assurance, at) : null
  if (found?.hasNoModule) return 'NO_MODULE'
  const tally = version === null ? null : await readTally(assurance, at, version)
  if (proven === null) {
    const upgrade = found?.known.get('')
    const said = { upgrade: upgrade?.value ?? null, source: upgrade?.source ?? null }
    return upgrade === undefined && tally === null
      ? null
      : { height: at.height, ...said, signals: new Map(), tally }
  }
  const source: Source = { assurance: 'PROVEN', host: proven.host }
  const signals = new Map(
    [...proven.value.signals].map(([operator, one]) => [operator, { version: one, source }]),
  )
  return { height: at.height, upgrade: proven.value.upgrade, source, signals, tally }
}

async function provenSignals(store: ProvenStore, operators: readonly string[]) {
  const keys = operators.flatMap((operator) => {
    const key = orNull(() => signalKey(operator))
    return key === null ? [] : [{ operator, key }]
  })
  await store.fetch([SIGNALLED_UPGRADE_KEY, ...keys.map(({ key }) => key)])
  const record = await store.value(SIGNALLED_UPGRADE_KEY)
  const signals = new Map<string, number | null>()
  for (const { operator, key } of keys) {
    const value = await store.value(key)
    signals.set(operator, value === null ? null : store.decode(() => versionOf(value)))
  }
  return { upgrade: record === null ? null : store.decode(() => upgradeOf(readMessage(record))), signals }
}

function comparedUpgrade(assurance: Assurance, { height }: At) {
  return assurance.compare('upgrade', async (node) => {
    const value = await oneAnswer(node, height, { path: UPGRADE, request: new Uint8Array() })
    return new Map([['', decodeAs(sourceOf(node, UPGRADE), () => decodeUpgradeAnswer(value))]])
  })
}

async function readTally(assurance: Assurance, { height }: At, version: number) {
  const { known } = await assurance.compare(
    `tally of version ${version}`,
    async (node) => {
      const value = await oneAnswer(node, height, { path: VERSION_TALLY, request: intField(1, version) })
      return new Map([['', decodeAs(sourceOf(node, VERSION_TALLY), () => tallyOf(readMessage(value)))]])
    },
    { isPassing: true },
  )
  const tally = known.get('')
  return tally === undefined ? null : { version, ...tally.value, source: tally.source }
}

function decodeUpgradeAnswer(bytes: Uint8Array): Upgrade {
  const upgrade = readMessage(bytes).message(1)
  return upgrade === null ? null : upgradeOf(upgrade)
}

function upgradeOf(upgrade: WireMessage): NonNullable<Upgrade> {
  return { version: counted(upgrade.uint(1)), height: counted(upgrade.int(2)) }
}

function tallyOf(tally: WireMessage): Pick<Tally, 'power' | 'threshold' | 'total'> {
  const [power, threshold, total] = [tally.uint(1), tally.uint(2), tally.uint(3)]
  if (power > total || threshold > total) throw new ShapeError('more power than there is')
  return { power, threshold, total }
}

/** Eight bytes, the highest first. */
function versionOf(bytes: Uint8Array): number {
  if (bytes.length !== 8) throw new ShapeError('a signal of another length')
  return counted(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0))
}

function counted(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < 0) throw new ShapeError('a version or a height exceeds 2^53')
  return number
}

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof ShapeError) return null
    throw error
  }
}
