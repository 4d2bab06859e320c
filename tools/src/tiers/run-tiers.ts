import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Outcome, Tier, TierResult } from './tier.ts'

/**
 * Runs tiers one after the other, in order; one that goes on beside the others is waited for at the end. Results are in
 * the order of the tiers.
 * @param print a line, or what a tier beside the others has printed
 */
export async function runTiers(tiers: readonly Tier[], print: (text: string) => void): Promise<TierResult[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'roundsman-tiers-'))
  const results: Promise<TierResult>[] = []
  try {
    for (const tier of tiers) {
      print(`\n── ${tier.name}${tier.beside ? ' (beside the next)' : ''} ──`)
      const result = tier.beside ? runBeside(tier, folder, print) : runOne(tier)
      results.push(result)
      if (!tier.beside) await result
    }
    return await Promise.all(results)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runBeside(tier: Tier, folder: string, print: (text: string) => void): Promise<TierResult> {
  const output = path.join(folder, `${tier.name}.log`)
  const result = await runOne(tier, output)
  print(`\n── ${tier.name} ──\n${existsSync(output) ? readFileSync(output, 'utf8') : ''}`)
  return result
}

/** A tier that breaks before its first test is one failed test, not the end of the run. */
async function runOne(tier: Tier, output?: string): Promise<TierResult> {
  const begun = performance.now()
  const outcome = await tier.run(output).catch((error: unknown): Outcome => {
    console.error(error)
    return { ran: { passed: 0, failed: 1, skipped: 0 } }
  })
  return { tier: tier.name, outcome, seconds: (performance.now() - begun) / 1000 }
}
