import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { demoHelp, readDemoSettings, wantsHelp } from './demo-settings.ts'
import { root } from './root.ts'

it('has the defaults of a newcomer', () => {
  expect(readDemoSettings([], {})).toEqual({
    fresh: false,
    port: 8000,
    host: '127.0.0.1',
    past: true,
    folder: `${root}/.data/demo`,
    networks: expect.toSatisfy(
      (slugs: string[]) => slugs.length === 10 && slugs[0] === 'celestia',
    ) as string[],
  })
})

it('has a help that names every option, and does not start', () => {
  expect(['--help', '-h'].map((arg) => wantsHelp([arg]))).toEqual([true, true])
  expect(wantsHelp(['--fresh'])).toBe(false)
  for (const option of ['--fresh', '--networks', '--no-past']) expect(demoHelp).toContain(option)
  const { status, stdout } = spawnSync(process.execPath, [`${root}/tools/bin/demo.mjs`, '--help'], {
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, demoHelp])
})

it('follows some of the networks, in the order that they are named in', () => {
  expect(readDemoSettings(['--networks', 'haqq, celestia,haqq'], {}).networks).toEqual(['haqq', 'celestia'])
})

it('honors the environment of the product', () => {
  const env = { ROUNDSMAN_PORT: '0', ROUNDSMAN_HOST: '0.0.0.0', ROUNDSMAN_DATA_DIR: '/tmp/elsewhere' }
  expect(readDemoSettings(['--fresh', '--no-past'], env)).toEqual({
    fresh: true,
    port: 0,
    host: '127.0.0.1',
    past: false,
    folder: '/tmp/elsewhere',
    networks: expect.any(Array) as string[],
  })
})

it.each([
  [[], { ROUNDSMAN_PORT: 'http' }, 'ROUNDSMAN_PORT is "http"'],
  [[], { ROUNDSMAN_NETWORKS_FILE: 'mine.json' }, 'ROUNDSMAN_NETWORKS_FILE is set'],
  [['--fresh'], { DATABASE_URL: 'postgres://x' }, '--fresh empties the demo folder'],
  [['--frehs'], {}, '--frehs'],
  [['--networks', 'haqq,hakk'], {}, '--networks names "hakk"; available: celestia, '],
  [['--networks', ''], {}, '--networks names ""'],
])('refuses %j with %j', (args, env, message) => {
  expect(() => readDemoSettings(args, env)).toThrow(message)
})
