import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTwilioStandIn, type TwilioStandIn } from '@roundsman/phone/twilio/twilio-stand-in'
import { type Simnet, startSimnet } from '@roundsman/simnet/serve'
import { createSimChain, type SimChain } from '@roundsman/simnet/sim-chain'
import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { subscribe } from '../modules/alerts/testing/alert-rig.ts'
import { addPhone } from '../modules/alerts/testing/some-validators.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { testCatalogue, testNetwork } from './test-catalogue.ts'

/** All that programs need to find out and to tell: a chain in real time, readers, and somebody who takes their SMS. */
export interface AlertSite {
  /** For what programs keep; removed at the end. */
  dir: string
  chain: SimChain
  simnet: Simnet
  twilio: TwilioStandIn
  /** Heights at which somebody missed a block. */
  missed: readonly number[]
  /** For every program of the site. */
  environment: Record<string, string>
  /** Ten readers of missed blocks by SMS. */
  addReaders(db: Database): Promise<void>
  /** Lets one validator, another one each time, miss one of the next blocks. */
  miss(ahead: number): void
  /** The height at which all that was missed is over. */
  over(): number
  /** Each missed block was reported once, and every reader told once of each. */
  expectToldOnce(db: Database): Promise<void>
  close(): Promise<void>
}

const networkId = 9
const missedOne = 1111
const blockMs = 200
/** The ones after the other: by then the one before has ended, and the network itself is in no trouble. */
const apart = 8
const readers = Array.from({ length: 10 }, (_, index) => ({
  email: `reader${index}@example.org`,
  phone: `+44207946${String(1_000 + index)}`,
}))

/** Where a test does not say how many misses there will be. Who misses comes after the first four. */
const fewValidators = 128
const firstToMiss = 4

/**
 * @param host by which programs reach the chain and Twilio
 * @param misses how often somebody may miss: each time somebody else, since what comes and goes is gathered (E251)
 */
export async function openAlertSite(
  host = '127.0.0.1',
  misses = fewValidators - firstToMiss,
): Promise<AlertSite> {
  const dir = mkdtempSync(join(tmpdir(), 'roundsman-site-'))
  const twilio = await createTwilioStandIn()
  const profile = smallProfile(
    { blockTimeMs: blockMs, validators: firstToMiss + misses },
    { signedBlocksWindow: 5_000 },
  )
  const clock = systemClock
  const firstTime = clock.now() - 20 * blockMs
  const chain = createSimChain({ profile, seed: 'kill', clock, natural: false, firstTime })
  const simnet = await startSimnet({ seed: 'kill', chains: [chain], clock })
  const named = (url: string) => url.replace('127.0.0.1', host)
  const rpc = (simnet.endpoints[profile.blockchainId] ?? []).map(named)
  const network = testNetwork({ blockchain_id: networkId, chain_id: profile.chainId, rpc })
  writeFileSync(join(dir, 'networks.json'), JSON.stringify(testCatalogue([network])))
  const missed: number[] = []
  return {
    dir,
    chain,
    simnet,
    twilio,
    missed,
    environment: {
      ROUNDSMAN_PORT: '0',
      ROUNDSMAN_NETWORKS_FILE: join(dir, 'networks.json'),
      ROUNDSMAN_TWILIO_ACCOUNT_SID: twilio.account.accountSid,
      ROUNDSMAN_TWILIO_AUTH_TOKEN: twilio.account.authToken,
      ROUNDSMAN_TWILIO_FROM: twilio.account.from,
      ROUNDSMAN_TWILIO_URL: named(twilio.account.url),
      ROUNDSMAN_SMS_BUDGET: '100000',
    },
    async addReaders(db) {
      for (const { email, phone } of readers) {
        await subscribe(db, { email, settings: [missedOne], channels: ['SMS'], networkId })
        await addPhone(db.orm, email, phone)
      }
    },
    miss(ahead) {
      if (missed.length === misses)
        throw new Error(`Everybody has missed a block: more than ${misses} misses.`)
      const at = Math.max(chain.height() + 2 + ahead, (missed.at(-1) ?? 0) + apart)
      chain.apply({ at, what: 'absent', validator: firstToMiss + missed.length })
      missed.push(at)
    },
    over: () => (missed.at(-1) ?? 0) + apart,
    async expectToldOnce(db) {
      const { rows: reported } = await db.orm.execute<{ height: number; count: number }>(sql`
        select height::int, count(*)::int as count from alert where setting_id = ${missedOne} group by 1 order by 1`)
      expect(reported).toEqual(missed.map((at) => ({ height: at, count: 1 })))
      const { rows: sent } = await db.orm.execute<{ state: string; alerts: number }>(sql`
        select d.state, count(*)::int as alerts
        from (select id, reference, state from delivery where channel = 'sms'
              union all select d.id, a.reference, d.state from delivery_also a join delivery d on d.id = a.delivery_id
              where d.channel = 'sms') d group by 1`)
      expect(sent).toEqual([{ state: 'SENT', alerts: reported.length * readers.length }])
      const { rows: deliveries } = await db.orm.execute<{ sid: string; phone: string }>(sql`
        select provider_id as sid, recipient as phone from delivery where channel = 'sms'`)
      // One for each delivery at the provider, and nothing else. Two about as many alerts may have the same text.
      const came = twilio.taken.map(({ sid, form }) => `${sid} ${form['To']}`)
      expect(came.sort()).toEqual(deliveries.map(({ sid, phone }) => `${sid} ${phone}`).sort())
    },
    async close() {
      await simnet.close()
      await twilio.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Deliveries by SMS that are not over, of every lane, as a program counts them. */
export async function smsWaiting(address: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const lanes = text.matchAll(/^roundsman_delivery_queue_depth\{[^}]*channel="sms"[^}]*\} (\d+)$/gm)
  return [...lanes].reduce((sum, [, depth]) => sum + Number(depth), 0)
}
