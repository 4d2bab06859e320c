import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Outcome, Tier, TierResult } from './tier.ts'

/**
 * Runs tiers in their lines: those of a line one after the other, in order, and the lines beside each other. Results are
 * in the order of the tiers.
 * @param print a line, or what a tier beside the first line has printed
 */
export async function runTiers(tiers: readonly Tier[], print: (text: string) => void): Promise<TierResult[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'roundsman-tiers-'))
  const results = new Map<string, Promise<TierResult>>()
  const ends = new Map<string, Promise<unknown>>()
  try {
    for (const tier of tiers) {
      const line = tier.line ?? ''
      const before = [ends.get(line), results.get(tier.after ?? '')]
      const result = Promise.all(before.filter((one) => one !== undefined)).then(() =>
        tier.line === undefined ? runInFront(tier, print) : runBeside(tier, folder, print),
      )
      results.set(tier.name, result)
      ends.set(line, result)
    }
    return await Promise.all(results.values())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function runInFront(tier: Tier, print: (text: string) => void): Promise<TierResult> {
  print(`\n── ${tier.name} ──`)
  return runOne(tier)
}

async function runBeside(tier: Tier, folder: string, print: (text: string) => void): Promise<TierResult> {
  print(`\n── ${tier.name} starts alongside the others ──`)
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
