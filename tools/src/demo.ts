import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoCatalogue } from '@roundsman/simnet/demo-catalogue'
import { createChildPrograms } from './child-programs.ts'
import { demoEmail, demoPassword } from './demo-account.ts'
import { writeDemoBridges } from './demo-bridges.ts'
import { takeDemoFolder } from './demo-folder.ts'
import { startDemoPhone, usesDemoPhone } from './demo-phone.ts'
import { importPast, simulatePast } from './demo-past.ts'
import { demoHelp, readDemoSettings, wantsHelp } from './demo-settings.ts'
import { startSimnet } from './demo-simnet.ts'
import { signIn } from './demo-site.ts'
import { callOnceSignedIn, watchInDemo } from './demo-watch.ts'
import { ensureBuilt } from './ensure-built.ts'
import { freePort } from './free-port.ts'

// `npm run demo`: the simulated networks, a phone, the product and simulated bridges, programs that know of each other
// what files and environments say.
if (wantsHelp(process.argv.slice(2))) {
  process.stdout.write(demoHelp)
  process.exit(0)
}
const programs = createChildPrograms()
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

try {
  const settings = readDemoSettings(process.argv.slice(2), process.env)
  await ensureBuilt(['web', 'server', 'simnet', 'phone'])
  const folder = await takeDemoFolder(settings.folder, settings.fresh)
  const port = await freePort(settings.port, settings.host)
  const { networks } = settings
  const past = settings.past
    ? simulatePast(programs, folder, { networks, withAlerts: usesDemoPhone(process.env) })
    : null
  const endpoints = await startSimnet(programs, {}, folder.chainsFile)
  const catalogue = demoCatalogue({ endpoints, port, networks })
  writeFileSync(folder.catalogueFile, `${JSON.stringify(catalogue, null, 2)}\n`)
  const phone = usesDemoPhone(process.env)
    ? await startDemoPhone(programs, await portAfter(port, settings.host), settings.host)
    : null
  const env = {
    ...phone?.env,
    // Whoever tries it out is called more often than anybody in earnest.
    ROUNDSMAN_SMS_BUDGET: process.env['ROUNDSMAN_SMS_BUDGET'] ?? '1000',
    ROUNDSMAN_VOICE_BUDGET: process.env['ROUNDSMAN_VOICE_BUDGET'] ?? '1000',
    ROUNDSMAN_PORT: String(port),
    ROUNDSMAN_DATA_DIR: folder.path,
    ROUNDSMAN_NETWORKS_FILE: folder.catalogueFile,
    ROUNDSMAN_COOKIE_DOMAIN: process.env['ROUNDSMAN_COOKIE_DOMAIN'] ?? 'roundsman.localhost',
    ROUNDSMAN_LOG_LEVEL: process.env['ROUNDSMAN_LOG_LEVEL'] ?? 'warn',
  }
  if (past) await Promise.race([importPast(folder, env, past), refuseToEnd()])
  programs.start('apps/server/dist/main.js', [], env, 'inherit')
  const address = `http://${bracketed(settings.host)}:${port}`
  await Promise.race([untilHealthy(`${address}/api/health/`), refuseToEnd()])
  const password = await demoPassword(folder, env)
  const first = catalogue.networks.find(
    (network) => network.blockchain_id === catalogue.default_blockchain_id,
  )
  const printedAt = Date.now()
  console.log(`\nOpen: ${first?.domain ?? `http://localhost:${port}`}`)
  console.log(`E-mail: ${demoEmail}`)
  console.log(`Password: ${password}`)
  if (phone) console.log(`Phone: ${phone.page}`)
  console.log('\nEvery network is simulated. Ctrl-C stops it.')
  const call = await signIn({ address, email: demoEmail, password })
  if (phone) await Promise.race([watchInDemo(call, phone, catalogue.default_blockchain_id), refuseToEnd()])
  await Promise.race([writeDemoBridges(folder.bridgesFile, address, call, catalogue.networks), refuseToEnd()])
  programs.start('apps/simnet/dist/bridges.child.js', [folder.bridgesFile], {}, 'inherit')
  // Whoever ends the demo's own session does without the call, and keeps the rest.
  if (phone) callOnceSignedIn(call, catalogue.default_blockchain_id, printedAt).catch(() => undefined)
  await refuseToEnd()
} catch (error) {
  if (!stopping) {
    console.error(error instanceof Error ? error.message : error)
    await stop(1)
  }
}

/** Ends this process after everything it started. A second signal changes nothing. */
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  await programs.stop()
  process.exit(code)
}

/** Neither program has a reason to end before the demo does. */
async function refuseToEnd(): Promise<never> {
  const { entry, code } = await programs.firstEnd
  throw new Error(`${entry} exited with ${code}`)
}

/** Where the phone's page is: beside the product, or anywhere where that port is taken or the product's is any. */
function portAfter(port: number, host: string): Promise<number> {
  return freePort(port + 1, host).catch(() => 0)
}

async function untilHealthy(address: string): Promise<void> {
  for (;;) {
    const healthy = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    )
    if (healthy) return
    await sleep(200)
  }
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
