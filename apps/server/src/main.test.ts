import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServerProcess, startProcess } from './testing/server-process.ts'
import { testCatalogue, testNetwork } from './testing/test-catalogue.ts'
import { copyEmbeddedTemplate } from './testing/test-database.ts'

// The program itself, as an operator starts it. On the embedded engine whatever the suite runs on.

let dir = ''
let running: ServerProcess[] = []
let blocker: Server | null = null
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'roundsman-main-'))
  await copyEmbeddedTemplate(dir)
  writeFileSync(join(dir, 'networks.json'), JSON.stringify(testCatalogue([testNetwork()])))
})
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ ended }) => ended))
  running = []
  blocker?.close()
  rmSync(dir, { recursive: true, force: true })
})

function start(
  environment: Record<string, string> = {},
  args: string[] = [],
  file = 'main.ts',
): ServerProcess {
  const process = startProcess(file, args, {
    ROUNDSMAN_DATA_DIR: dir,
    ROUNDSMAN_PORT: '0',
    ROUNDSMAN_NETWORKS_FILE: join(dir, 'networks.json'),
    ...environment,
  })
  running.push(process)
  return process
}

const ready = async (process: ServerProcess) => (await process.said(/"address":"([^"]+)"/))[1] ?? ''

/** One message of one line on standard error, nothing else, and a code that is not zero. */
async function refusal(process: ServerProcess): Promise<string> {
  const { code } = await process.ended
  expect(process.err().trim().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
  return process.err()
}

describe('the program', { timeout: 90_000 }, () => {
  it('B90: serves, stops on Ctrl-C with code 0 and leaves the directory free', async () => {
    const first = start()
    const address = await ready(first)
    expect((await fetch(`${address}/api/health/`)).status).toBe(200)
    // A client that sent half a request and one that keeps its connection must not hold up the end.
    const half = connect(Number(new URL(address).port), '127.0.0.1')
    half.on('error', () => undefined)
    half.write('GET / HTTP/1.1\r\nHost: x\r\n')
    first.child.kill('SIGINT')
    first.child.kill('SIGINT')
    // A stop that takes five seconds ends with code 1.
    expect(await first.ended).toEqual({ code: 0, signal: null })
    half.destroy()
    const second = start()
    await ready(second)
    const third = start()
    expect(await refusal(third)).toContain(`The data directory ${dir} is in use`)
  })

  it('B160: says which program it is: in health, in metrics, in the first line of the log, and for --version', async () => {
    const program = start()
    const address = await ready(program)
    const answer = await (await fetch(`${address}/api/health/`)).json()
    const { status, ...about } = answer as { status: string; version: string; commit: string | null }
    expect(status).toBe('ok')
    expect(about.version).toMatch(/^\d+\.\d+\.\d+$/)
    const metrics = await (await fetch(`${address}/metrics`)).text()
    const labels = `version="${about.version}",commit="${about.commit ?? ''}",built_at="`
    expect(metrics).toMatch(
      new RegExp(`^roundsman_build_info\\{${labels}[^"]*",node="${process.version}"\\} 1$`, 'm'),
    )
    const asked = start({}, ['--version'])
    expect((await asked.ended).code).toBe(0)
    expect(asked.out()).toContain(`Roundsman ${about.version}`)
    const [first = ''] = program.out().split('\n')
    expect(JSON.parse(first)).toMatchObject({ ...about, msg: asked.out().trim() })
  })

  it('B91: refuses a port in use and a host that is not here, by the name of the variable', async () => {
    const port = await new Promise<number>((resolve) => {
      blocker = createServer().listen(0, '127.0.0.1', () => {
        const address = blocker?.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    expect(await refusal(start({ ROUNDSMAN_PORT: String(port) }))).toMatch(/in use.*ROUNDSMAN_PORT/)
    expect(await refusal(start({ ROUNDSMAN_HOST: '203.0.113.1' }))).toMatch(/ROUNDSMAN_HOST/)
  })

  it('B92: refuses a wrong environment before it touches anything', async () => {
    expect(await refusal(start({ ROUNDSMAN_PORT: 'eighty' }))).toContain(
      'ROUNDSMAN_PORT is "eighty", but must be',
    )
    expect(await refusal(start({ ROUNDSMAN_PROT: '1' }))).toContain('did you mean ROUNDSMAN_PORT?')
  })

  it('B93: refuses a database that does not answer, without its password', async () => {
    const message = await refusal(start({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/roundsman' }))
    expect(message).toContain('The database at 127.0.0.1:1/roundsman cannot be used')
    expect(message).not.toContain('hunter2')
  })

  it('B94: refuses a malformed catalogue and a damaged data directory', async () => {
    writeFileSync(join(dir, 'bad.json'), '{"networks": [}')
    expect(await refusal(start({ ROUNDSMAN_NETWORKS_FILE: join(dir, 'bad.json') }))).toContain('bad.json')
    writeFileSync(join(dir, 'database/global/pg_control'), Buffer.alloc(8192))
    expect(await refusal(start())).toContain('cannot be opened')
    rmSync(join(dir, 'database'), { recursive: true })
    mkdirSync(join(dir, 'database'))
    writeFileSync(join(dir, 'database/file'), 'mine')
    expect(await refusal(start())).toContain('holds no database')
  })

  it('B95: prints its variables, and refuses what it does not understand', async () => {
    const help = start({}, ['--help'])
    expect((await help.ended).code).toBe(0)
    expect(help.out()).toContain('ROUNDSMAN_TRUSTED_PROXIES')
    const other = start({}, ['--verbose'])
    expect((await other.ended).code).toBe(2)
  })

  it('B190: one command starts the server, says which program it is, and administrates', async () => {
    const server = start({}, ['start'], 'cli.ts')
    const address = await ready(server)
    expect((await fetch(`${address}/api/health/`)).status).toBe(200)
    const asked = start({}, ['--version'], 'cli.ts')
    expect((await asked.ended).code).toBe(0)
    const [first = ''] = server.out().split('\n')
    expect(JSON.parse(first)).toMatchObject({ msg: asked.out().trim() })
    const help = start({}, ['start', '--help'], 'cli.ts')
    expect((await help.ended).code).toBe(0)
    expect(help.out()).toContain('ROUNDSMAN_TRUSTED_PROXIES')
    expect((await start({}, ['start', '--verbose'], 'cli.ts').ended).code).toBe(2)
  })

  it('B200: helps without an environment, a database or a directory', async () => {
    const broken = {
      ROUNDSMAN_PORT: 'eighty',
      ROUNDSMAN_NO_SUCH: 'x',
      ROUNDSMAN_DATA_DIR: join(dir, 'none'),
      DATABASE_URL: 'postgres://me@127.0.0.1:1/roundsman',
    }
    const cli = async (...words: string[]) => {
      const process = start(broken, words, 'cli.ts')
      const { code } = await process.ended
      return { code, out: process.out(), err: process.err() }
    }
    const [list, one, none, unknown] = await Promise.all([
      cli('--help'),
      cli('user', 'create', '--help'),
      cli(),
      cli('user', 'creat', 'a@example.org'),
    ])
    expect(list).toMatchObject({ code: 0, out: expect.stringContaining('network accept <id>'), err: '' })
    expect(one).toMatchObject({ code: 0, out: expect.stringContaining('--group vip|admin'), err: '' })
    expect(none).toMatchObject({ code: 2, out: '', err: list.out })
    expect(unknown).toMatchObject({ code: 2, out: '', err: expect.stringContaining('user create') })
    expect(existsSync(join(dir, 'none'))).toBe(false)
  })

  it('B96: takes commands through its socket while it runs, and beside it when it does not', async () => {
    const cli = async (...words: string[]) => {
      const process = start({}, words, 'cli.ts')
      const { code } = await process.ended
      return { code, out: process.out(), err: process.err() }
    }
    const alone = await cli('user', 'create', 'a@example.org')
    expect(alone).toMatchObject({ code: 0, err: '' })
    expect(alone.out).toMatch(/^E-mail: a@example\.org\nPassword: \S+\n$/)
    const server = start()
    // Fastify says so at the moment it takes requests, before `ready`.
    await server.said(/Server listening at/)
    const beside = await cli('user', 'create', 'b@example.org', '--password', 'a good long password')
    expect(beside).toMatchObject({ code: 0, out: 'E-mail: b@example.org\n', err: '' })
    expect((await cli('user', 'list')).out).toMatch(/a@example\.org[^]*b@example\.org/)
    const unknown = await cli('nonsense')
    expect(unknown.code).toBe(2)
    expect(unknown.err).toContain('Unknown command: nonsense')
    expect(server.out()).not.toContain('a good long password')
    expect((await cli('backup', join(dir, 'b.gz'))).code).toBe(0)
    const again = await cli('backup', join(dir, 'b.gz'))
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('already exists')])
    const restore = await cli('restore', join(dir, 'b.gz'))
    expect([restore.code, restore.err]).toEqual([1, expect.stringContaining('in use')])
  })
})
