import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { buildInfo } from '../build-info.ts'
import { root } from '../root.ts'
import { imageUser } from './base-system.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const unit = 'deploy/roundsman.service'
const composeFiles = ['deploy/compose.yaml', 'deploy/compose-postgres.yaml']
const chart = 'deploy/helm'

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
      volumes?: string[]
      command?: string[]
      restart?: string
      logging?: object
      depends_on?: Record<string, { condition: string }>
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

const processes = () => ours('deploy/compose-postgres.yaml').filter(([name]) => name !== 'migrate')

it('B196: beside PostgreSQL there are two of each role', () => {
  const roles = processes().map(([, { environment }]) => environment?.['ROUNDSMAN_ROLES'])
  expect(roles.sort()).toEqual(['notify', 'notify', 'watch', 'watch', 'web', 'web'])
})

it('13.2.2 B266: they have an account of the database that owns no table; the one that does migrates, before they start', () => {
  const file = 'deploy/compose-postgres.yaml'
  const { services } = parse(read(file), { merge: true }) as Compose
  const { migrate, postgres } = services
  const accountOf = (service: Compose['services'][string] | undefined) =>
    /^postgres:\/\/(\w+):\$\{(\w+):\?\}@postgres/.exec(service?.environment?.['DATABASE_URL'] ?? '')?.slice(1)
  expect(accountOf(migrate)).toEqual(['roundsman', 'POSTGRES_PASSWORD'])
  for (const [name, service] of processes()) {
    expect([name, accountOf(service)]).toEqual([name, ['roundsman_processes', 'PROCESSES_PASSWORD']])
    expect([name, service.depends_on?.['migrate']?.condition]).toEqual([
      name,
      'service_completed_successfully',
    ])
  }
  expect(migrate?.command).toEqual(['migrate', '--grant', 'roundsman_processes'])
  expect(migrate?.restart).toBe('on-failure')
  expect(postgres?.environment?.['POSTGRES_USER']).toBe('roundsman')
  const init = 'deploy/postgres-accounts.sh'
  expect(postgres?.volumes).toContain(`./postgres-accounts.sh:/docker-entrypoint-initdb.d/accounts.sh:ro`)
  expect(read(init)).toContain('create role roundsman_processes login')
})

it.each(composeFiles)('B267: what %s logs does not fill the disk in years', (file) => {
  const { services } = parse(read(file), { merge: true }) as Compose
  for (const [name, { logging }] of Object.entries(services))
    expect([name, logging]).toEqual([
      name,
      { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } },
    ])
})

it('B267: systemd starts it again however often it ended, as when a database is away for a while', () => {
  const [head = ''] = read(unit).split('[Service]')
  expect(head).toMatch(/^StartLimitIntervalSec=0$/m)
  expect(read(unit)).toMatch(/^Restart=always$/m)
})

it('B196: what is deployed sets variables that there are', () => {
  const known = read('docs/operating.md')
  const named = [...composeFiles, unit, `${chart}/values.yaml`, `${chart}/templates/_helpers.tpl`].flatMap(
    (file) => read(file).match(/\b(ROUNDSMAN_[A-Z_]+|DATABASE_URL)\b/g) ?? [],
  )
  expect(named).not.toEqual([])
  for (const name of new Set(named)) expect([name, known.includes(`\`${name}\``)]).toEqual([name, true])
})

it('B225: browsers are led to https, and programs are not: they would go on sending their tokens in clear', () => {
  const [, plain = ''] = read('deploy/Caddyfile').split('http://{$SITE} {')
  const lines = plain.split('\n').map((line) => line.trim())
  const refused = lines
    .find((line) => line.startsWith('@programs path '))
    ?.split(' ')
    .slice(2)
  expect(refused).toEqual(['/api/*', '/v1/*', '/metrics'])
  expect(plain).toMatch(/handle @programs \{\s+respond "[^"]+" 403\s+\}/)
  expect(plain.match(/redir /g)).toHaveLength(1)
  expect(plain.indexOf('handle @programs')).toBeLessThan(plain.indexOf('redir '))
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

/** What the chart makes for a cluster, as far as it is looked at here. */
interface Manifest {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  spec?: {
    replicas?: number
    maxUnavailable?: number
    selector?: { matchLabels: Record<string, string> }
    template?: { metadata: { labels: Record<string, string> }; spec: Pod }
  }
}
interface Pod {
  automountServiceAccountToken: boolean
  securityContext: object
  volumes: { name: string }[]
  containers: {
    image: string
    securityContext: object
    args?: string[]
    env?: { name: string; value: string }[]
  }[]
}

function helm(...args: string[]) {
  return spawnSync('helm', [...args], { encoding: 'utf8', cwd: root })
}

function manifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest)
}

it('B231: the chart is of this version', () => {
  const { version } = buildInfo()
  expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version })
})

it('B231: the chart deploys each role by itself, as nobody, after one job that migrates', ({ skip }) => {
  const lint = helm('lint', '--strict', chart)
  if (lint.error !== undefined) return skip('no helm on this machine')
  expect([lint.status, lint.stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
  const rendered = helm('template', 'site', chart, '--set-file', 'networks=package.json')
  expect(rendered.stderr).toBe('')
  const made = manifests(rendered.stdout)
  const of = (kind: string) => made.filter((one) => one.kind === kind)
  const pods = made.flatMap(({ spec }) => (spec?.template ? [spec.template.spec] : []))
  expect(pods).toHaveLength(4)
  for (const pod of pods) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: imageUser,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [
        {
          image: `roundsman:${buildInfo().version}`,
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    })
  }
  const roles = of('Deployment').map(({ spec }) => ({
    replicas: spec?.replicas,
    role: spec?.template?.spec.containers[0]?.env?.find(({ name }) => name === 'ROUNDSMAN_ROLES')?.value,
  }))
  expect(roles).toEqual(['web', 'watch', 'notify'].map((role) => ({ replicas: 2, role })))
  for (const { spec } of of('Deployment'))
    expect(spec?.template?.metadata.labels).toMatchObject(spec?.selector?.matchLabels ?? { none: '' })
  expect(of('PodDisruptionBudget').map(({ spec }) => [spec?.maxUnavailable, spec?.selector])).toEqual(
    of('Deployment').map(({ spec }) => [1, spec?.selector]),
  )
  const [job, ...others] = of('Job')
  expect(others).toEqual([])
  expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  // The catalogue is made after it.
  expect(job?.spec?.template?.spec).toMatchObject({
    containers: [{ args: ['migrate'] }],
    volumes: [{ name: 'tmp' }, { name: 'data' }],
  })
  const own = ['--set', 'migrations.existingSecret=owner', '--set', 'migrations.grant=processes']
  const apart = manifests(helm('template', 'site', chart, ...own).stdout).find(({ kind }) => kind === 'Job')
  expect(apart?.spec?.template?.spec.containers).toMatchObject([
    {
      args: ['migrate', '--grant', 'processes'],
      env: [
        {
          name: 'DATABASE_URL',
          valueFrom: { secretKeyRef: { name: 'owner', key: 'DATABASE_URL' } },
        },
      ],
    },
  ])
})
