import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { keepPassword, takeDemoFolder } from './demo-folder.ts'
import { simulatePast } from './demo-past.ts'

const base = mkdtempSync(path.join(tmpdir(), 'roundsman-demo-past-'))
afterAll(() => rmSync(base, { recursive: true }))

it('N44: a past is simulated before the first start, again where that was cut off, and never after it', async () => {
  const folder = await takeDemoFolder(path.join(base, 'new'), false)
  const runs: string[][] = []
  const programs = {
    run: (_entry: string, args: readonly string[]) => {
      runs.push([...args])
      return Promise.resolve()
    },
  }
  const of = { networks: ['celestia', 'haqq'], withAlerts: true }
  expect(await simulatePast(programs, folder, of)).toBeUndefined()
  const args = [folder.pastFile, '--networks', 'celestia,haqq', '--email', 'demo@roundsman.example']
  expect(runs).toEqual([args])
  expect(existsSync(folder.pastFile)).toBe(true)

  // Cut off once the account was there.
  keepPassword(folder, 'secret')
  await simulatePast(programs, folder, { ...of, withAlerts: false })
  expect(runs.slice(1)).toEqual([args.slice(0, 3)])

  rmSync(folder.pastFile)
  expect(simulatePast(programs, folder, of)).toBeNull()
  writeFileSync(folder.pastFile, '')
  expect(simulatePast(programs, folder, of)).not.toBeNull()
})
