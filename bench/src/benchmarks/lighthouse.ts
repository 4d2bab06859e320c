import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { pages } from '../../../apps/web/src/app/pages/pages.ts'
import { settingsTabs } from '../../../apps/web/src/features/settings/settings-search.ts'
import type { Benchmark, Figure } from '../benchmark.ts'
import { browserPath } from '../browser.ts'
import { root } from '../child.ts'
import { startProduct } from '../product.ts'
import { signIn } from '../session.ts'

const run = promisify(execFile)
const engine = join(root, 'bench/engines/lighthouse')

/** Odd, so that one of them is the median. */
const runs = 5

const List = z.object({
  validators: z.array(z.object({ bond_status: z.string(), recent_signatures: z.string() })),
})
const Report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
})

const remarks = [
  'Mobile settings as they come: times are computed for a slow phone (4 times this processor, 1.6 Mbit/s).',
  'Each page is opened five times; the run with the median performance is reported.',
  'The list changes with each block while it is measured, and is measured when its strips are full, as they are but ' +
    'for the first minutes of a network: until then each block writes every strip anew.',
  'Of what a block costs there, most is the tracing itself: writing it into the page takes 2 to 3 ms on this machine, ' +
    'and 20 to 30 ms while invalidations are recorded.',
]

/** Pages whose speed is measured. */
const measured = ['/login', '/'] as const
/** Every other page is only looked at for accessibility, which needs one quiet run. */
const others = pages.filter(({ path }) => !measured.some((one) => one === path) && path !== '/login/callback')
const guestPages = others
  .filter(({ layout }) => layout !== 'shell')
  .map(({ path }) => (path.endsWith('/confirm') ? `${path}?token=none` : path))
const memberPages = others
  .filter(({ layout }) => layout === 'shell')
  .flatMap(({ path }) =>
    path === '/settings'
      ? settingsTabs.map((tab) => (tab === 'profile' ? path : `${path}?tab=${tab}`))
      : // The demo has a validator 1 and a bridge 1.
        [path.replace(/\$\w+Id/, '1')],
  )

/** One run of Lighthouse's mobile settings; the program is installed on demand by a lock file of its own. */
async function audit(
  url: string,
  cookie: string,
  chromium: string,
  categories: readonly string[],
): Promise<z.infer<typeof Report>> {
  const cli = join(engine, 'node_modules/lighthouse/cli/index.js')
  if (!existsSync(cli)) await run('npm', ['ci', '--ignore-scripts'], { cwd: engine })
  const file = join(mkdtempSync(join(tmpdir(), 'roundsman-lighthouse-')), 'report.json')
  const flags =
    '--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update'
  const headers = JSON.stringify(cookie === '' ? {} : { cookie })
  await run(
    process.execPath,
    [
      cli,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${flags}`,
      `--extra-headers=${headers}`,
      `--only-categories=${categories.join(',')}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium } },
  )
  return Report.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Opens the page several times: single runs differ by some points. */
async function auditOften(...asked: Parameters<typeof audit>): Promise<z.infer<typeof Report>> {
  const reports = []
  for (let i = 0; i < runs; i += 1) reports.push(await audit(...asked))
  const score = (report: z.infer<typeof Report>) => report.categories['performance']?.score ?? 0
  const median = reports.sort((a, b) => score(a) - score(b))[(runs - 1) / 2]
  if (!median) throw new Error('no run was made')
  return median
}

/** Waits until 60 blocks of every bonded validator are known. */
async function stripsAreFull(origin: string, cookie: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/api/blockchains/list/1/`, { headers: { cookie } })
    const { validators } = List.parse(await answer.json())
    const bonded = validators.filter((row) => row.bond_status === 'BOND_STATUS_BONDED')
    if (bonded.length > 0 && bonded.every((row) => !row.recent_signatures.includes('-'))) return
    await setTimeout(2_000)
  }
}

function scoreOf(page: string, report: z.infer<typeof Report>, category: string): Figure {
  return {
    name: `${page}: ${category}`,
    value: (report.categories[category]?.score ?? Number.NaN) * 100,
    unit: 'of 100',
  }
}

function figuresOf(page: string, report: z.infer<typeof Report>): Figure[] {
  const score = (name: string) => scoreOf(page, report, name)
  const time = (name: string, unit: string): Figure => ({
    name: `${page}: ${name}`,
    value: report.audits[name]?.numericValue ?? Number.NaN,
    unit,
  })
  return [
    score('performance'),
    score('accessibility'),
    score('best-practices'),
    time('largest-contentful-paint', 'ms'),
    time('total-blocking-time', 'ms'),
    time('cumulative-layout-shift', 'shift'),
  ]
}

export const lighthouse: Benchmark = {
  name: 'lighthouse',
  question: "What does Lighthouse's mobile run say of the pages?",
  baseline: {
    what: 'the aim of the project: 97 for performance, 100 for accessibility',
    command: 'none: fixed numbers',
  },
  async run() {
    const chromium = browserPath()
    if (chromium === undefined)
      return { figures: [], ratios: [], remarks: ['not run: no Chromium on this machine'] }
    const product = await startProduct({ source: 1, networks: [1] })
    try {
      const cookie = await signIn(product.origin, product.email, product.password)
      const figures: Figure[] = []
      const ratios: Figure[] = []
      const all = ['performance', 'accessibility', 'best-practices']
      for (const path of measured) {
        const page = path === '/' ? 'validators' : 'login'
        if (path === '/') await stripsAreFull(product.origin, cookie)
        const report = await auditOften(product.origin + path, path === '/' ? cookie : '', chromium, all)
        const found = figuresOf(page, report)
        figures.push(...found)
        ratios.push({
          name: `${page}: performance to the aim of 97`,
          value: (found[0]?.value ?? Number.NaN) / 97,
          unit: 'x',
        })
      }
      for (const [paths, as] of [
        [guestPages, ''],
        [memberPages, cookie],
      ] as const) {
        for (const path of paths) {
          const report = await audit(product.origin + path, as, chromium, ['accessibility'])
          figures.push(scoreOf(path, report, 'accessibility'))
        }
      }
      return { figures, ratios, remarks }
    } finally {
      await product.stop()
    }
  },
}
