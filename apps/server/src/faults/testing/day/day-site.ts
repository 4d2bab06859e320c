import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogue } from '@roundsman/alerting/catalogue'
import { AlertHistory } from '@roundsman/contract/alerts/alerts'
import { createTwilioStandIn, type TwilioStandIn } from '@roundsman/phone/twilio/twilio-stand-in'
import { type Simnet, startSimnet } from '@roundsman/simnet/serve'
import { pino } from 'pino'
import * as z from 'zod'
import { subscribe } from '../../../modules/alerts/testing/alert-rig.ts'
import { addPhone } from '../../../modules/alerts/testing/some-validators.ts'
import { createContactStore } from '../../../modules/notifications/contacts/contact.store.ts'
import { systemClock } from '../../../platform/clock.ts'
import { loadConfig } from '../../../platform/config/config.ts'
import { subkey } from '../../../platform/config/secrets.ts'
import { createTextSeal } from '../../../platform/config/text-seal.ts'
import type { Database } from '../../../platform/db/database.ts'
import { openServerDatabase } from '../../../platform/db/server-database.ts'
import { systemIds } from '../../../platform/ids.ts'
import { createProgramSession } from '../../../testing/program-session.ts'
import { startProcess } from '../../../testing/server-process.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { openEmbedded } from '../../../testing/test-database.ts'
import { type PrivatePostgres, startPrivatePostgres } from '../private-postgres.ts'
import { type Program, startServer, secret } from '../programs.ts'
import { openTcpGate, type TcpGate } from '../tcp-gate.ts'
import { type DayNetwork, dayNetworks } from './day-networks.ts'
import type { HistoryItem } from './day-oracle.ts'
import { openHookStandIn } from './hook-stand-in.ts'

export interface DaySiteOptions {
  seed: string
  engine: 'embedded' | 'postgres'
  /** How many of the ten. Default: all of them. */
  networks?: number | undefined
}

/** The ten networks, the product on its database, and those whom it tells. */
export interface DaySite {
  networks: readonly DayNetwork[]
  simnet: Simnet
  twilio: TwilioStandIn
  hooks: Awaited<ReturnType<typeof openHookStandIn>>
  postgres: PrivatePostgres | null
  /** Between the programs and their database, where that is a server. */
  gate: TcpGate | null
  /** Those that run; null: just now it does not. */
  programs: (Program | null)[]
  /** As whoever keeps services running does: again where it ends before it listens. */
  startProgram(place: number): Promise<void>
  /** Ends that nobody asked for, in its own last words. */
  endedByThemselves: string[]
  /** True once each network has a state and letters after it. */
  isFollowing(): Promise<boolean>
  /** All blocks that there are were read, and nothing waits to be sent. */
  isOver(): Promise<boolean>
  history(): Promise<HistoryItem[]>
  close(): Promise<void>
}

const Shown = z.object({ network_height: z.nullable(z.int()) })
const email = 'day@example.org'
/** Enough of everything for SMS, so that both channels have much to tell; whoever gets all of it reads nothing. */
const bySms = new Set([
  1141, 1142, 1231, 2011, 2012, 3011, 4012, 5211, 9011, 9012, 9021, 9022, 9111, 9112, 9311, 9312,
])

export async function openDaySite({ seed, engine, networks: count }: DaySiteOptions): Promise<DaySite> {
  const dir = mkdtempSync(join(tmpdir(), 'roundsman-day-'))
  const networks = dayNetworks(seed, systemClock, count)
  const chains = networks.map(({ chain }) => chain)
  const endpoints = networks.flatMap(({ id }) => ['a', 'b', 'c'].map((name) => ({ blockchainId: id, name })))
  const simnet = await startSimnet({ seed, chains, endpoints, clock: systemClock, warmUp: true })
  await simnet.ready
  const twilio = await createTwilioStandIn()
  const hooks = await openHookStandIn(systemClock.now)
  const postgres = engine === 'postgres' ? await startPrivatePostgres() : null
  const gate = postgres && (await openTcpGate(postgres.port))
  const [first, ...others] = networks.map(({ id, profile }) =>
    testNetwork({ blockchain_id: id, chain_id: profile.chainId, rpc: simnet.endpoints[id] ?? [] }),
  )
  if (first === undefined) throw new Error('no network')
  writeFileSync(join(dir, 'networks.json'), JSON.stringify(testCatalogue([first, ...others])))
  const environmentOf = (place: number): Record<string, string> => ({
    ROUNDSMAN_PORT: '0',
    ...secret,
    ROUNDSMAN_DATA_DIR: join(dir, String(place)),
    ROUNDSMAN_NETWORKS_FILE: join(dir, 'networks.json'),
    ROUNDSMAN_OUTBOUND_ALLOW: '127.0.0.1',
    ROUNDSMAN_TWILIO_ACCOUNT_SID: twilio.account.accountSid,
    ROUNDSMAN_TWILIO_AUTH_TOKEN: twilio.account.authToken,
    ROUNDSMAN_TWILIO_FROM: twilio.account.from,
    ROUNDSMAN_TWILIO_URL: twilio.account.url,
    ROUNDSMAN_SMS_BUDGET: '100000',
    ...(gate && { DATABASE_URL: `postgres://postgres@127.0.0.1:${gate.port}/postgres` }),
  })
  const made = startProcess('cli.ts', ['user', 'create', email], environmentOf(0))
  const [, password = ''] = await made.said(/Password: (\S+)/)
  await made.ended
  const db = postgres
    ? await openServerDatabase({
        ...{ url: `postgres://postgres@127.0.0.1:${postgres.port}/postgres`, maxConnections: 1 },
        ...{ log: pino({ enabled: false }), clock: systemClock, ids: systemIds },
      })
    : await openEmbedded(join(dir, '0'))
  await addReader(db, { networks, url: hooks.url, dataDir: join(dir, '0') })
  await db.close()
  const programs: (Program | null)[] = Array.from({ length: postgres ? 2 : 1 }, () => null)
  const anyOf = () => programs.find((one) => one !== null) ?? null
  const session = createProgramSession(() => anyOf()?.address ?? 'http://nobody.invalid')
  const endedByThemselves: string[] = []
  const startProgram = async (place: number) => {
    const program = await untilStarted(environmentOf(place))
    programs[place] = program
    void program.process.ended.then(async () => {
      // Whoever ends one takes it from its place first.
      if (programs[place] !== program) return
      programs[place] = null
      endedByThemselves.push(program.process.out().slice(-600) + program.process.err().slice(-600))
      await startProgram(place)
    })
  }
  for (const place of programs.keys()) await startProgram(place)
  let isSignedIn = false
  const signIn = async () => {
    if (isSignedIn) return
    await session.call('GET', '/api/networks/')
    const login = await session.call('POST', '/api/users/login/', { email, password })
    if (!login.ok) throw new Error(`the login answered ${login.status}`)
    isSignedIn = true
  }
  return {
    ...{ networks, simnet, twilio, hooks, postgres, gate, programs, startProgram, endedByThemselves },
    async isFollowing() {
      const texts = await Promise.all(programs.map(metricsOf))
      return networks.every(({ id }) =>
        texts.some(
          (text) =>
            text.includes(`roundsman_network_assurance{network="${id}",of="state"`) &&
            Number(
              new RegExp(`^roundsman_watch_heights_total\\{network="${id}"\\} (\\d+)`, 'm').exec(text)?.[1] ??
                0,
            ) > 50,
        ),
      )
    },
    async isOver() {
      await signIn()
      const text = await metricsOf(anyOf())
      // By SMS what comes and goes is gathered for up to an hour (E251): it waits, and is not due.
      const waits = [
        ...text.matchAll(/^roundsman_delivery_queue_depth\{[^}]*channel="webhook"[^}]*\} (\S+)$/gm),
        ...text.matchAll(/^roundsman_delivery_lag_seconds\{[^}]*\} (\S+)$/gm),
      ]
      if (waits.some(([, wait]) => Number(wait) > 0)) return false
      const shown = networks.map(async ({ id, chain }) => {
        const answer = await session.call('GET', `/api/blockchains/list/${id}/`)
        return Shown.parse(await answer.json()).network_height === chain.height()
      })
      return (await Promise.all(shown)).every(Boolean)
    },
    async history() {
      await signIn()
      const all: HistoryItem[] = []
      for (const { id } of networks) {
        for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
          const answer = await session.call('GET', `/api/alerts/history/${id}/?limit=200&before=${before}`)
          if (!answer.ok) throw new Error(`the history answered ${answer.status}`)
          const page = AlertHistory.parse(await answer.json())
          all.push(...page)
          before = page.at(-1)?.id ?? null
        }
      }
      return all
    },
    async close() {
      const running = programs.splice(0).filter((one) => one !== null)
      await Promise.all(running.map((one) => one.kill()))
      await gate?.close()
      await postgres?.remove()
      await simnet.close()
      await twilio.close()
      await hooks.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Where its database is away just then, it says so and ends. */
const mostStarts = 10

async function untilStarted(environment: Record<string, string>): Promise<Program> {
  for (let tries = 1; ; tries += 1)
    try {
      return await startServer(environment)
    } catch (error) {
      if (tries === mostStarts) throw error
    }
}

const metricsOf = async (program: Program | null) =>
  program === null ? '' : (await fetch(`${program.address}/metrics`)).text()

/** Somebody who wants everything but votes by webhook, and the graver things by SMS as well. */
async function addReader(
  db: Database,
  { networks, url, dataDir }: { networks: readonly DayNetwork[]; url: string; dataDir: string },
): Promise<void> {
  // Of votes the oracle knows nothing: governance/deciding has tests of its own.
  const settings = [...new Set(Object.values(catalogue.settings('en')).flat())]
    .filter(({ type, target_type: target }) => target !== 'BRIDGE' && type !== 'GOVERNANCE')
    .map(({ id }) => id)
  for (const { id: networkId } of networks)
    for (const setting of settings) {
      const channels = bySms.has(setting) ? ['SMS', 'WEBHOOK'] : ['WEBHOOK']
      await subscribe(db, { email, settings: [setting], channels, networkId })
    }
  await addPhone(db.orm, email, '+442079461000')
  const config = loadConfig({ ...secret, ROUNDSMAN_DATA_DIR: dataDir }, systemIds)
  const seal = createTextSeal({
    key: subkey(config.secret, 'encryption'),
    randomToken: (bytes) => systemIds.token(bytes),
  })
  const { rows } = await db.orm.execute<{ id: number }>(`select id::int from user_account`)
  const row = {
    ...{
      userId: rows[0]?.id ?? 0,
      teamId: null,
      channel: 'WEBHOOK' as const,
      name: 'the day',
      shown: 'the day',
    },
    ...({ state: 'CONFIRMED', problemCode: null, problemDetail: null } as const),
  }
  const hookSecret = `whsec_${Buffer.alloc(24, 'key').toString('base64')}`
  await db.transaction((tx) =>
    createContactStore(db, seal).add(tx, row, {
      channel: 'WEBHOOK',
      name: 'the day',
      url,
      secret: hookSecret,
    }),
  )
}
