import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { buildInfo } from '../build-info.ts'
import { root } from '../root.ts'
import { imageUser } from './base-system.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const unit = 'deploy/roundsman.service'
const composeFiles = ['deploy/compose.yaml', 'deploy/compose-postgres.yaml']

/** A file of Docker Compose, as far as it is looked at here. */
interface Compose {
  services: Record<
    string,
    {
      image: string
      environment?: Record<string, string>
      read_only?: boolean
      cap_drop?: string[]
      security_opt?: string[]
      tmpfs?: string[]
    }
  >
}

/** Services that run the program itself. */
function ours(file: string) {
  const { services } = parse(read(file), { merge: true }) as Compose
  return Object.entries(services).filter(([, { image }]) => image.startsWith('roundsman:'))
}

it.each(composeFiles)(
  'B196: %s runs the image of this version, with no right that it does not need',
  (file) => {
    const services = ours(file)
    expect(services).not.toEqual([])
    for (const [, service] of services) {
      expect(service).toMatchObject({
        image: `roundsman:${buildInfo().version}`,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      for (const mount of service.tmpfs ?? [])
        expect(mount).toMatch(new RegExp(`^/tmp$|uid=${imageUser},gid=${imageUser},mode=0700$`))
    }
  },
)

it('B196: beside PostgreSQL there are two of each role', () => {
  const roles = ours('deploy/compose-postgres.yaml').map(
    ([, { environment }]) => environment?.['ROUNDSMAN_ROLES'],
  )
  expect(roles.sort()).toEqual(['notify', 'notify', 'watch', 'watch', 'web', 'web'])
})

it('B196: what is deployed sets variables that there are', () => {
  const known = read('docs/operating.md')
  const named = [...composeFiles, unit].flatMap(
    (file) => read(file).match(/\b(ROUNDSMAN_[A-Z_]+|DATABASE_URL)\b/g) ?? [],
  )
  expect(named).not.toEqual([])
  for (const name of new Set(named)) expect([name, known.includes(`\`${name}\``)]).toEqual([name, true])
})

it('B197: the systemd unit may do little: systemd rates it 2.5 or better', ({ skip }) => {
  const { stdout, error } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', path.join(root, unit)],
    {
      encoding: 'utf8',
    },
  )
  if (error !== undefined) return skip('no systemd-analyze on this machine')
  expect(
    Number(/Overall exposure level for roundsman\.service: (\d+\.\d+)/.exec(stdout)?.[1]),
  ).toBeLessThanOrEqual(2.5)
})
