import { catalogue } from '@roundsman/alerting/catalogue'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  BadLine,
  type PastAlert,
  type PastEvent,
  type PastLine,
  type PastNetwork,
  type PastSamples,
  type PastValidator,
  readHead,
  readLine,
} from './past-line.ts'

/** What a file is checked against. */
export interface World {
  /** Unix ms: nothing in a past is later. */
  now: number
  /** The chain id that the catalogue names for a network; undefined: it has no such network. */
  chainIdOf(networkId: number): string | null | undefined
}

/** A network as the file has named it so far. */
interface NamedNetwork {
  /** Places by operator and by consensus address. */
  validators: Map<string, number>
  count: number
  /** Something else than a validator has come. */
  isComplete: boolean
  /** The last bucket of each step, and the last event, Unix ms. */
  newest: Map<string, number>
}

/**
 * The lines of a past between its first and its last, each checked against those before it.
 * @throws BadLine the first one that is wrong, or at its end where the file is not whole
 */
export async function* readPast(
  file: string,
  world: World,
): AsyncGenerator<Exclude<PastLine, { end: object }>> {
  const check = createCheck(world)
  let number = 0
  let isOver = false
  for await (const text of linesOf(file)) {
    number += 1
    if (number === 1) {
      readHead(text)
      continue
    }
    if (isOver) throw new BadLine(number, 'it comes after the end')
    const line = readLine(number, text)
    if ('end' in line) {
      if (line.end.lines !== number - 1)
        throw new BadLine(
          number,
          `end.lines: ${number - 1} lines come before it, so some are missing or too many`,
        )
      isOver = true
      continue
    }
    check(number, line)
    yield line
  }
  if (!isOver)
    throw new BadLine(
      number + 1,
      'the file breaks off; its last line has to be {"end":{"lines":…}} with how many come before',
    )
}

/** SHA-256 of a file, hex. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function createCheck(world: World) {
  const networks = new Map<number, NamedNetwork>()

  function networkOf(number: number, id: number): NamedNetwork {
    const network = networks.get(id)
    if (!network)
      throw new BadLine(number, `a line {"network":…} with blockchain_id ${id} has to come before it`)
    return network
  }

  function complete(number: number, id: number): NamedNetwork {
    const network = networkOf(number, id)
    network.isComplete = true
    return network
  }

  function inOrder(number: number, { newest }: NamedNetwork, what: string, at: number): void {
    const before = newest.get(what)
    if (before !== undefined && at < before)
      throw new BadLine(number, `it is older than the ${what} before it; they have to come oldest first`)
    newest.set(what, at)
  }

  function past(number: number, at: number, what: string): void {
    if (at > world.now) throw new BadLine(number, `${what} lies in the future`)
  }

  function known(number: number, { validators }: NamedNetwork, address: string): void {
    if (!validators.has(address))
      throw new BadLine(number, `no validator of this network with the address ${address} comes before it`)
  }

  const checks = {
    network(number: number, { blockchain_id: id, chain_id: chainId }: PastNetwork) {
      const expected = world.chainIdOf(id)
      if (expected === undefined) throw new BadLine(number, `the catalogue has no network ${id}`)
      if (expected === null)
        throw new BadLine(
          number,
          `the catalogue names no chain_id for the network ${id}; name it there first`,
        )
      if (expected !== chainId)
        throw new BadLine(number, `network.chain_id is ${chainId}; that of the catalogue is ${expected}`)
      if (networks.has(id)) throw new BadLine(number, `the network ${id} has come before`)
      networks.set(id, { validators: new Map(), count: 0, isComplete: false, newest: new Map() })
    },
    validator(number: number, one: PastValidator) {
      const network = networkOf(number, one.blockchain_id)
      if (network.isComplete)
        throw new BadLine(number, 'validators of a network have to come before everything else of it')
      for (const address of [one.operator_address, one.consensus_address]) {
        if (address === null) continue
        if (network.validators.has(address)) throw new BadLine(number, `${address} has come before`)
        network.validators.set(address, network.count)
      }
      network.count += 1
      if (one.left_at !== null) past(number, one.left_at, 'left_at')
    },
    samples(number: number, { blockchain_id: id, step, at, ...metrics }: PastSamples) {
      const network = complete(number, id)
      if (at + step * 1000 > world.now) throw new BadLine(number, 'its time is not over yet')
      const what = `samples of ${step} seconds`
      if (network.newest.get(what) === at)
        throw new BadLine(number, `there are ${what} of this time before it`)
      inOrder(number, network, what, at)
      for (const [name, values] of Object.entries(metrics)) {
        if (values.length > network.count)
          throw new BadLine(
            number,
            `samples.${name} has ${values.length} values for ${network.count} validators`,
          )
      }
    },
    event(number: number, { blockchain_id: id, validator, at, outage }: PastEvent) {
      const network = complete(number, id)
      known(number, network, validator)
      past(number, at, 'at')
      inOrder(number, network, 'event', at)
      if (outage && outage.to !== at)
        throw new BadLine(number, 'at has to be outage.to, its last missed block')
    },
    alert(number: number, { blockchain_id: id, validator, at, setting_id: settingId }: PastAlert) {
      const network = complete(number, id)
      past(number, at, 'at')
      inOrder(number, network, 'alert', at)
      const target = catalogue.meaning(settingId)?.condition.targetType
      if (target === undefined || target === 'BRIDGE')
        throw new BadLine(
          number,
          `setting_id ${settingId} is no setting about validators or networks; \`rules\` prints all`,
        )
      if ((target === 'VALIDATOR') !== (validator !== null))
        throw new BadLine(
          number,
          `validator ${target === 'VALIDATOR' ? 'has to name one' : 'has to be null'} with setting_id ${settingId}`,
        )
      if (validator !== null) known(number, network, validator)
    },
  }

  return (number: number, line: Exclude<PastLine, { end: object }>): void => {
    if ('network' in line) checks.network(number, line.network)
    else if ('validator' in line) checks.validator(number, line.validator)
    else if ('samples' in line) checks.samples(number, line.samples)
    else if ('event' in line) checks.event(number, line.event)
    else checks.alert(number, line.alert)
  }
}

/** No line of a past is so long, in UTF-16 units. */
const longestLine = 4 * 1024 * 1024

/** Splits at line feeds only: node:readline also splits at U+2028 and U+2029, which JSON leaves as they are. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1024 * 1024 })) {
    const parts = (rest + String(chunk)).split('\n')
    rest = parts.pop() ?? ''
    if (rest.length > longestLine)
      throw new Error('A line of the file is longer than 4 MiB. Nothing was imported.')
    yield* parts
  }
  if (rest !== '') yield rest
}
