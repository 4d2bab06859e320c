import path from 'node:path'
import { findProgram } from '../find-program.ts'
import { root } from '../root.ts'
import type { NotRun } from '../tiers/tier.ts'

/** Programs of the stores that series can be in and of the gate before one, by the variable that their tests read. */
type StorePrograms = Record<'PROMETHEUS_PATH' | 'VICTORIA_METRICS_PATH' | 'VMAUTH_PATH', string>

/** Where `.ci/run` unpacks the packages: installed, each would start its service. */
const unpacked = path.join(root, '.cache/stores/usr/bin')

/** Those along the PATH, else those unpacked in the checkout. */
export function findStores(): StorePrograms | { notRun: NotRun } {
  const found = ['prometheus', 'victoria-metrics', 'vmauth'].map((name) =>
    findProgram([name, path.join(unpacked, name)]),
  )
  const [prometheus, victoriaMetrics, gate] = found
  if (prometheus !== undefined && victoriaMetrics !== undefined && gate !== undefined)
    return { PROMETHEUS_PATH: prometheus, VICTORIA_METRICS_PATH: victoriaMetrics, VMAUTH_PATH: gate }
  const missing =
    prometheus === undefined ? 'Prometheus' : victoriaMetrics === undefined ? 'VictoriaMetrics' : 'vmauth'
  return {
    notRun: {
      why: `no ${missing} on this machine`,
      install:
        'put `prometheus`, `victoria-metrics` and `vmauth` on the PATH (Debian: apt-get install prometheus victoria-metrics)',
    },
  }
}
