import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../find-program.ts'
import { root } from '../root.ts'
import { imageUser } from './base-system.ts'
import { platforms } from './platforms.ts'
import { release } from './release.ts'

const here = platforms.filter(({ cpu }) => cpu === process.arch)
const place = mkdtempSync(path.join(tmpdir(), 'roundsman-release-test-'))
const out = path.join(place, 'out')
/** The system and the program of the image, as its layers lie one upon the other. */
const imageRoot = path.join(place, 'image')
/** Ignored by git, and on the disk of the packages, so that they need no room of their own. */
const copyPlace = path.join(root, '.cache/release-copy')
let files: string[] = []
let image: ImageConfig

/** The part of an image's configuration that says how it runs. */
interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
}

beforeAll(async () => {
  files = (await release(out, here)).files
  image = unpackImage(path.join(out, nameOf('-image.tar')))
})

afterAll(() => {
  for (const folder of [place, copyPlace]) rmSync(folder, { recursive: true, force: true })
})

const nameOf = (end: string) => files.find((name) => name.endsWith(end)) ?? `no ${end}`

describe('a release', () => {
  it('B191: made from the same source somewhere else, built anew there, has the same bytes', () => {
    const copy = copyCheckout()
    const again = path.join(place, 'again')
    execFileSync(process.execPath, ['tools/bin/release.mjs', again, ...here.map(({ name }) => name)], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect(readFileSync(path.join(again, 'SHA256SUMS'), 'utf8')).toBe(
      readFileSync(path.join(out, 'SHA256SUMS'), 'utf8'),
    )
  })

  it('B192: says the SHA-256 of each of its files, and which packages are in it', () => {
    const sums = readFileSync(path.join(out, 'SHA256SUMS'), 'utf8').trim().split('\n')
    expect(sums.map((line) => line.split('  ')[1])).toEqual(files.filter((name) => name !== 'SHA256SUMS'))
    for (const line of sums) {
      const [hash, name = ''] = line.split('  ')
      expect(
        createHash('sha256')
          .update(readFileSync(path.join(out, name)))
          .digest('hex'),
      ).toBe(hash)
    }
    const bill = JSON.parse(readFileSync(path.join(out, nameOf('.cdx.json')), 'utf8')) as {
      bomFormat: string
      components: { name: string; version: string; purl: string }[]
    }
    expect(bill.bomFormat).toBe('CycloneDX')
    const names = bill.components.map(({ purl }) => purl.replace(/@[^@]*$/, ''))
    for (const name of ['fastify', 'react', 'zod', '%40electric-sql/pglite'])
      expect(names).toContain(`pkg:npm/${name}`)
    expect(names.filter((name) => name.includes('vitest'))).toEqual([])
  })
})

describe('its tar file', () => {
  const empty = path.join(place, 'empty')

  it('B193: runs in a root that has the C library and a shell, and no network', async () => {
    // Debian's packages without the program of the image: an empty system.
    execFileSync('cp', ['-a', imageRoot, empty])
    rmSync(path.join(empty, 'opt'), { recursive: true })
    rmSync(path.join(empty, 'usr/local/bin/roundsman'))
    mkdirSync(path.join(empty, 'bin'), { recursive: true })
    copyFileSync('/bin/sh', path.join(empty, 'bin/sh'))
    // Every Linux has it, and Node opens it for each process that it starts.
    execFileSync('mknod', ['-m', '666', path.join(empty, 'dev/null'), 'c', '1', '3'])
    execFileSync('tar', ['xzf', path.join(out, nameOf('.tar.gz')), '-C', empty])
    const folder = nameOf('.tar.gz').replace('.tar.gz', '')
    const roundsman = (words: string[]) => [
      ...['--net', '--', 'chroot', `--userspec=${imageUser}:${imageUser}`, empty],
      ...[`/${folder}/bin/roundsman`, ...words],
    ]
    const env = { ROUNDSMAN_DATA_DIR: '/data', ROUNDSMAN_PORT: '0', PATH: '' }
    const version = spawnSync('unshare', roundsman(['--version']), {
      env: { ...env, PATH: process.env['PATH'] },
    })
    expect(version.stdout.toString()).toMatch(/^Roundsman \d+\.\d+\.\d+ \(/)
    const server = spawn('unshare', roundsman(['start']), { env: { ...env, PATH: process.env['PATH'] } })
    await logged(server, 'ready')
    const made = spawnSync('unshare', roundsman(['user', 'create', 'ann@example.org']), {
      env: { ...env, PATH: process.env['PATH'] },
    })
    expect(made.stderr.toString()).toBe('')
    expect(made.stdout.toString()).toContain('ann@example.org')
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  })

  it('B271: brings what installs it, and what that and its documents refer to', () => {
    const folder = path.join(empty, nameOf('.tar.gz').replace('.tar.gz', ''))
    const inside = (name: string) => path.join(folder, name)
    const unit = readFileSync(inside('deploy/roundsman.service'), 'utf8')
    const named = [...unit.matchAll(/\/opt\/roundsman\/(\S+)/g)].map(([, name = '']) => name)
    expect(named).toContain('bin/roundsman')
    const installing = readFileSync(inside('docs/installing.md'), 'utf8')
    named.push(
      ...(installing.match(/\bdeploy\/[\w./-]*\w/g) ?? []).filter((name) => name !== 'deploy/site-watch'),
    )
    const links = [...installing.matchAll(/\]\(([^)#:]+)/g)].map(([, name = '']) => `docs/${name}`)
    for (const name of [...named, ...links]) expect([name, existsSync(inside(name))]).toEqual([name, true])
  })

  it('B193: is found through links', () => {
    const folder = path.join(place, 'installed')
    mkdirSync(path.join(folder, 'bin'), { recursive: true })
    execFileSync('tar', [
      'xzf',
      path.join(out, nameOf('.tar.gz')),
      '-C',
      folder,
      '--strip-components=1',
      '--one-top-level=program',
    ])
    symlinkSync('../program/bin/roundsman', path.join(folder, 'bin/one'))
    symlinkSync(path.join(folder, 'bin/one'), path.join(folder, 'bin/two'))
    expect(execFileSync(path.join(folder, 'bin/two'), ['--version'], { encoding: 'utf8' })).toContain(
      'Roundsman',
    )
  })
})

describe('its image', () => {
  it('B272: is what the older image store of Docker takes as well, by the names that deploy/ uses', () => {
    const layout = path.join(place, 'layout')
    const [docker] = JSON.parse(readFileSync(path.join(layout, 'manifest.json'), 'utf8')) as DockerImage[]
    if (docker === undefined) throw new Error('manifest.json names no image')
    const [, name = 'none'] =
      /image: (\S+)/.exec(readFileSync(path.join(root, 'deploy/compose.yaml'), 'utf8')) ?? []
    expect(docker.RepoTags).toContain(name)
    const text = readFileSync(path.join(layout, docker.Config), 'utf8')
    const { config, rootfs } = JSON.parse(text) as { config: object; rootfs: { diff_ids: string[] } }
    expect(config).toEqual(image)
    const unpacked = docker.Layers.map((layer) => gunzipSync(readFileSync(path.join(layout, layer))))
    expect(unpacked.map((tar) => `sha256:${createHash('sha256').update(tar).digest('hex')}`)).toEqual(
      rootfs.diff_ids,
    )
  })

  it('B194: is at most 250 MB, has no npm, no shell and no user but nobody', () => {
    const size = Number(execFileSync('du', ['-sb', imageRoot], { encoding: 'utf8' }).split('\t')[0])
    expect(size).toBeLessThan(250_000_000)
    const programs = execFileSync('find', [
      imageRoot,
      '-name',
      'npm',
      '-o',
      '-name',
      'sh',
      '-o',
      '-name',
      'bash',
    ])
    expect(programs.toString()).toBe('')
    expect(image.User).toBe(`${imageUser}:${imageUser}`)
    expect(statSync(path.join(imageRoot, 'etc/ssl/certs/ca-certificates.crt')).size).toBeGreaterThan(100_000)
  })

  it('B195: runs as that user on a root that cannot be written, with its data in one volume', async ({
    skip,
  }) => {
    const runc = findProgram(['runc'])
    if (runc === undefined) return skip('no runc on this machine: apt-get install runc')
    const bundle = path.join(place, 'bundle')
    // As Docker fills a new volume with what the image has there: a folder of the image's user.
    mkdirSync(bundle)
    execFileSync('cp', ['-a', path.join(imageRoot, 'data'), bundle])
    execFileSync(runc, ['spec'], { cwd: bundle })
    const file = path.join(bundle, 'config.json')
    writeFileSync(
      file,
      JSON.stringify(containerOf(JSON.parse(readFileSync(file, 'utf8')) as ContainerSpec, bundle)),
    )
    const name = `roundsman-test-${process.pid}`
    const server = spawn(runc, ['run', '--bundle', bundle, name])
    await logged(server, 'ready')
    const inside = (...words: string[]) => execFileSync(runc, ['exec', name, ...words], { encoding: 'utf8' })
    expect(inside('/usr/local/bin/roundsman', 'user', 'create', 'ann@example.org')).toContain(
      'ann@example.org',
    )
    const ask =
      "fetch('http://127.0.0.1:8000/api/health/').then(async (answer) => console.log(await answer.text()))"
    expect(JSON.parse(inside('/opt/roundsman/lib/node', '-e', ask))).toMatchObject({ status: 'ok' })
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  })
})

/** What git knows of this checkout, with its packages but nothing that was built, in another place on the same disk. */
function copyCheckout(): string {
  rmSync(copyPlace, { recursive: true, force: true })
  mkdirSync(copyPlace, { recursive: true })
  const known = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  execFileSync(
    'cp',
    [
      '-al',
      '--parents',
      ...known
        .toString()
        .split('\0')
        .filter((file) => existsSync(path.join(root, file)) && file !== ''),
      copyPlace,
    ],
    { cwd: root },
  )
  execFileSync('cp', ['-al', 'node_modules', copyPlace], { cwd: root })
  const others = ['apps/web/node_modules', 'tools/engines/release/node_modules']
  for (const folder of others.filter((one) => existsSync(path.join(root, one))))
    execFileSync('cp', ['-al', '--parents', folder, copyPlace], { cwd: root })
  // Of a worktree `.git` is a file that says where the repository is.
  cpSync(path.join(root, '.git'), path.join(copyPlace, '.git'), { recursive: true })
  return copyPlace
}

/** The configuration of a container, as far as it is changed here (https://github.com/opencontainers/runtime-spec). */
interface ContainerSpec {
  process: { terminal: boolean; user: object; args: string[]; env: string[]; cwd: string }
  root: { path: string; readonly: boolean }
  mounts: object[]
}

function containerOf(spec: ContainerSpec, bundle: string): ContainerSpec {
  const mounts = [
    { destination: '/data', type: 'bind', source: path.join(bundle, 'data'), options: ['bind', 'rw'] },
    { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['mode=1777'] },
  ]
  const [uid = 0, gid = 0] = image.User.split(':').map(Number)
  return {
    ...spec,
    root: { path: imageRoot, readonly: true },
    process: {
      ...spec.process,
      terminal: false,
      user: { uid, gid },
      args: [...image.Entrypoint, ...image.Cmd],
      env: image.Env,
      cwd: image.WorkingDir,
    },
    mounts: [...spec.mounts, ...mounts],
  }
}

/** Unpacks the layers of the image for this machine, and gives how it wants to be run. */
function unpackImage(file: string): ImageConfig {
  const layout = path.join(place, 'layout')
  for (const folder of [layout, imageRoot]) mkdirSync(folder)
  execFileSync('tar', ['xf', file, '-C', layout])
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(layout, name), 'utf8'))
  const blob = ({ digest }: Descriptor) => `blobs/sha256/${digest.replace('sha256:', '')}`
  const first = (manifests: Descriptor[]): Descriptor => manifests[0] ?? { digest: 'none' }
  const { manifests: named } = read('index.json') as { manifests: Descriptor[] }
  const { manifests } = read(blob(first(named))) as { manifests: Descriptor[] }
  const { config, layers } = read(blob(first(manifests))) as { config: Descriptor; layers: Descriptor[] }
  for (const layer of layers) execFileSync('tar', ['xzf', path.join(layout, blob(layer)), '-C', imageRoot])
  return (read(blob(config)) as { config: ImageConfig }).config
}

interface Descriptor {
  digest: string
}

/** What Docker's older image store looks for in an archive. */
interface DockerImage {
  Config: string
  RepoTags: string[]
  Layers: string[]
}

/** Waits for a line of the server's log; the rest of what it prints is said if it ends before. */
async function logged(server: ReturnType<typeof spawn>, message: string): Promise<void> {
  if (server.stdout === null || server.stderr === null) throw new Error('The server has no output.')
  const said: string[] = []
  server.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line)
    if (line.includes(`"msg":"${message}"`)) {
      server.stdout.resume()
      return
    }
  }
  throw new Error(`It ended before it said "${message}":\n${said.join('\n')}`)
}
