import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemIds } from '../ids.ts'
import { loadConfig } from './config.ts'
import { subkey } from './secrets.ts'
import { helpText, type VariableName, variables } from './variables.ts'

let dir = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'roundsman-config-'))
  writeFileSync(join(dir, 'networks.json'), '{}')
})
afterAll(() => rmSync(dir, { recursive: true }))

const load = (environment: Record<string, string>) =>
  loadConfig({ ROUNDSMAN_DATA_DIR: dir, ...environment }, systemIds)

const google = { ROUNDSMAN_GOOGLE_CLIENT_ID: 'id', ROUNDSMAN_GOOGLE_CLIENT_SECRET: 'secret' }
const twilio = {
  ROUNDSMAN_TWILIO_ACCOUNT_SID: 'AC1',
  ROUNDSMAN_TWILIO_AUTH_TOKEN: 'token',
  ROUNDSMAN_TWILIO_FROM: '+12025550123',
}
const url = 'postgres://u:p@db.example.org/r'
const ageKey = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
const secret = 'x'.repeat(32)

interface Case {
  good: string
  beside?: Record<string, string>
  /** What the configuration says then. */
  gives: object
  /** A value that is refused; none where every text is taken. */
  bad?: string
}

const cases: Record<VariableName, Case> = {
  ROUNDSMAN_HOST: { good: '0.0.0.0', gives: { host: '0.0.0.0' }, bad: 'http://x' },
  ROUNDSMAN_PORT: { good: '8123', gives: { port: 8123 }, bad: '65536' },
  ROUNDSMAN_DATA_DIR: { good: tmpdir(), gives: { dataDir: tmpdir() }, beside: { ROUNDSMAN_SECRET: secret } },
  DATABASE_URL: { good: url, gives: { databaseUrl: url }, bad: 'mysql://u:hunter2@h/d' },
  ROUNDSMAN_ENVIRONMENT_FILE: { good: '', gives: {}, bad: '/nowhere/environment' },
  ROUNDSMAN_NETWORKS_FILE: { good: '', gives: {}, bad: '/nowhere/networks.json' },
  ROUNDSMAN_SECRET: { good: secret, gives: { secret: Buffer.from(secret) }, bad: 'hunter2' },
  ROUNDSMAN_OTHER_SECRET: { good: secret, gives: { otherSecret: Buffer.from(secret) }, bad: 'hunter2' },
  ROUNDSMAN_COOKIE_DOMAIN: { good: '.Example.org', gives: { cookieDomain: 'example.org' }, bad: 'a b' },
  ROUNDSMAN_TRUSTED_PROXIES: {
    good: '10.0.0.1, fd00::/8',
    gives: { trustedProxies: ['10.0.0.1', 'fd00::/8'] },
    bad: '10.0.0.1,proxy',
  },
  ROUNDSMAN_SMTP_URL: {
    good: 'smtp://u:p@mail:25',
    gives: { mail: { smtpUrl: 'smtp://u:p@mail:25', from: 'Roundsman <roundsman@roundsman.localhost>' } },
    bad: 'mail:hunter2',
  },
  ROUNDSMAN_MAIL_FROM: {
    good: 'Watch <a@example.org>',
    gives: { mail: { smtpUrl: null, from: 'Watch <a@example.org>' } },
    bad: 'nobody',
  },
  ROUNDSMAN_GOOGLE_CLIENT_ID: {
    good: 'id',
    beside: google,
    gives: { google: { clientId: 'id', clientSecret: 'secret', issuer: 'https://accounts.google.com' } },
  },
  ROUNDSMAN_GOOGLE_CLIENT_SECRET: {
    good: 's2',
    beside: google,
    gives: { google: { clientId: 'id', clientSecret: 's2', issuer: 'https://accounts.google.com' } },
  },
  ROUNDSMAN_GOOGLE_ISSUER: {
    good: 'https://id.example.org/',
    beside: google,
    gives: { google: { clientId: 'id', clientSecret: 'secret', issuer: 'https://id.example.org' } },
    bad: 'example.org',
  },
  ROUNDSMAN_REQUIRE_SECOND_FACTOR: {
    good: 'admin,vip',
    gives: { factorGroups: ['admin', 'vip'] },
    bad: 'admins',
  },
  ROUNDSMAN_TWILIO_ACCOUNT_SID: {
    good: 'AC2',
    beside: twilio,
    gives: { twilio: expect.objectContaining({ accountSid: 'AC2' }) },
  },
  ROUNDSMAN_TWILIO_AUTH_TOKEN: {
    good: 't2',
    beside: twilio,
    gives: { twilio: expect.objectContaining({ authToken: 't2' }) },
  },
  ROUNDSMAN_TWILIO_FROM: {
    good: '+442071838750',
    beside: twilio,
    gives: { twilio: expect.objectContaining({ from: '+442071838750', url: 'https://api.twilio.com' }) },
    bad: 'a name that is too long',
  },
  ROUNDSMAN_TWILIO_URL: {
    good: 'http://127.0.0.1:9000',
    beside: twilio,
    gives: { twilio: expect.objectContaining({ url: 'http://127.0.0.1:9000' }) },
    bad: 'ftp://x',
  },
  ROUNDSMAN_PUBLIC_URL: {
    good: 'https://watch.example.org/',
    gives: {
      publicUrl: 'https://watch.example.org',
      mail: { smtpUrl: null, from: 'Roundsman <roundsman@watch.example.org>' },
    },
    bad: 'watch.example.org',
  },
  ROUNDSMAN_PHONE_COUNTRIES: { good: 'us, UA', gives: { phoneCountries: ['US', 'UA'] }, bad: 'US,Germany' },
  ROUNDSMAN_SMS_BUDGET: { good: '0', gives: { budgets: { sms: 0, voice: 10 } }, bad: '-1' },
  ROUNDSMAN_VOICE_BUDGET: { good: '7', gives: { budgets: { sms: 20, voice: 7 } }, bad: '1.5' },
  ROUNDSMAN_TELEGRAM_BOT_TOKEN: {
    good: '123456:ABC-def_1',
    gives: { telegram: { token: '123456:ABC-def_1', url: 'https://api.telegram.org' } },
    bad: 'no token',
  },
  ROUNDSMAN_TELEGRAM_URL: {
    good: 'http://127.0.0.1:9003/',
    beside: { ROUNDSMAN_TELEGRAM_BOT_TOKEN: '1:a' },
    gives: { telegram: { token: '1:a', url: 'http://127.0.0.1:9003' } },
    bad: 'ftp://x',
  },
  ROUNDSMAN_PAGERDUTY_URL: {
    good: 'http://127.0.0.1:9002/',
    gives: { pagerdutyUrl: 'http://127.0.0.1:9002' },
    bad: 'ftp://x',
  },
  ROUNDSMAN_PUSHOVER_TOKEN: {
    good: 'a1',
    gives: { pushover: { token: 'a1', url: 'https://api.pushover.net' } },
  },
  ROUNDSMAN_PUSHOVER_URL: {
    good: 'http://127.0.0.1:9001/',
    beside: { ROUNDSMAN_PUSHOVER_TOKEN: 'a1' },
    gives: { pushover: { token: 'a1', url: 'http://127.0.0.1:9001' } },
    bad: 'ftp://x',
  },
  ROUNDSMAN_WEB_PUSH_SUBJECT: {
    good: 'https://watch.example.org/about',
    gives: { webPushSubject: 'https://watch.example.org/about' },
    bad: 'watch.example.org',
  },
  ROUNDSMAN_OUTBOUND_ALLOW: {
    good: '10.0.0.0/8, ::1',
    gives: { outboundAllow: ['10.0.0.0/8', '::1'] },
    bad: '10.0.0.0/8,intranet',
  },
  ROUNDSMAN_HEARTBEAT_URL: { good: 'https://h/k/', gives: { heartbeatUrl: 'https://h/k/' }, bad: 'hunter2' },
  ROUNDSMAN_HEARTBEAT_NETWORKS: { good: '1, 9', gives: { heartbeatNetworks: [1, 9] }, bad: '1,celestia' },
  ROUNDSMAN_BACKUP_DIR: {
    good: '/backups',
    gives: { backups: { dir: '/backups', everyMs: 86_400_000, keep: 14, recipient: null } },
  },
  ROUNDSMAN_BACKUP_EVERY: {
    good: '6',
    beside: { ROUNDSMAN_BACKUP_DIR: '/backups' },
    gives: { backups: { dir: '/backups', everyMs: 21_600_000, keep: 14, recipient: null } },
    bad: '0',
  },
  ROUNDSMAN_BACKUP_KEEP: {
    good: '3',
    beside: { ROUNDSMAN_BACKUP_DIR: '/backups' },
    gives: { backups: { dir: '/backups', everyMs: 86_400_000, keep: 3, recipient: null } },
    bad: '0',
  },
  ROUNDSMAN_BACKUP_RECIPIENT: {
    good: ageKey,
    beside: { ROUNDSMAN_BACKUP_DIR: '/backups' },
    gives: { backups: { dir: '/backups', everyMs: 86_400_000, keep: 14, recipient: ageKey } },
    bad: 'age1hunter2',
  },
  ROUNDSMAN_BRIDGES_URL: {
    good: 'http://vm:8428/',
    gives: { bridgesUrl: 'http://vm:8428' },
    bad: 'vm:hunter2',
  },
  ROUNDSMAN_SERIES_URL: { good: 'http://vm:8428', gives: { seriesUrl: 'http://vm:8428' }, bad: 'vm:hunter2' },
  ROUNDSMAN_METRICS_TOKEN: { good: 'abc', gives: { metricsToken: 'abc' } },
  ROUNDSMAN_ROLES: {
    good: 'notify,web',
    beside: { DATABASE_URL: url },
    gives: { roles: ['web', 'notify'] },
    bad: 'web,cook',
  },
  ROUNDSMAN_LOG_LEVEL: { good: 'debug', gives: { logLevel: 'debug' }, bad: 'loud' },
}

describe('the configuration', () => {
  for (const [name, { good, beside, gives, bad }] of Object.entries(cases)) {
    it(`B20: takes ${name}`, () => {
      expect(load({ ...beside, [name]: good })).toMatchObject(gives)
    })
    if (bad === undefined) continue
    it(`B21: refuses a wrong ${name} with its name, what it got and what it takes`, () => {
      const variable = variables[name as VariableName]
      const message = messageOf(() => load({ ...beside, [name]: bad }))
      expect(message).toContain(name)
      expect(message).toContain(variable.takes)
      expect(message.split('\n')).toHaveLength(1)
      if ('secret' in variable) expect(message).not.toContain('hunter2')
      else expect(message).toContain(bad)
    })
  }

  it('B20: reads the catalogue and then shares no cookie by itself', () => {
    const path = join(dir, 'networks.json')
    expect(load({ ROUNDSMAN_NETWORKS_FILE: path })).toMatchObject({
      networksFile: { path, text: '{}' },
      cookieDomain: null,
    })
    expect(load({}).cookieDomain).toBe('roundsman.localhost')
  })

  it('B207: takes what the file has besides, and what the environment sets itself before that', () => {
    const path = join(dir, 'environment')
    writeFileSync(
      path,
      '# of this site\nROUNDSMAN_PORT=9001\nROUNDSMAN_SECRET="with a # in it, 32 bytes and more"\nROUNDSMAN_SMS_BUDGET=7\n',
    )
    const config = load({ ROUNDSMAN_ENVIRONMENT_FILE: path, ROUNDSMAN_PORT: '9002' })
    expect(config).toMatchObject({ port: 9002, budgets: { sms: 7, voice: 10 } })
    expect(String(config.secret)).toBe('with a # in it, 32 bytes and more')
    writeFileSync(path, 'ROUNDSMAN_PROT=1\n')
    expect(messageOf(() => load({ ROUNDSMAN_ENVIRONMENT_FILE: path }))).toContain(
      'did you mean ROUNDSMAN_PORT?',
    )
  })

  it('B20: has the defaults of the handbook, and takes an empty variable for unset', () => {
    expect(load({ ROUNDSMAN_PORT: '' })).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      databaseUrl: null,
      networksFile: null,
      trustedProxies: [],
      google: null,
      twilio: null,
      publicUrl: null,
      phoneCountries: null,
      budgets: { sms: 20, voice: 10 },
      outboundAllow: [],
      webPushSubject: 'mailto:roundsman@roundsman.localhost',
      telegram: null,
      pagerdutyUrl: null,
      pushover: null,
      heartbeatUrl: null,
      seriesUrl: null,
      metricsToken: null,
      roles: ['web', 'watch', 'notify'],
      logLevel: 'info',
    })
  })

  it('B22: refuses a name it does not know, and says which is meant', () => {
    expect(messageOf(() => load({ ROUNDSMAN_PROT: '1' }))).toContain(
      'a Roundsman variable (did you mean ROUNDSMAN_PORT?). Run with --help',
    )
    expect(messageOf(() => load({ ROUNDSMAN_NONSENSE: '1' }))).toContain('ROUNDSMAN_NONSENSE')
  })

  const contradictions: [string, Record<string, string>, string][] = [
    [
      'a client id without its secret',
      { ROUNDSMAN_GOOGLE_CLIENT_ID: 'id' },
      'ROUNDSMAN_GOOGLE_CLIENT_SECRET',
    ],
    ['an issuer without a client', { ROUNDSMAN_GOOGLE_ISSUER: 'https://a' }, 'ROUNDSMAN_GOOGLE_ISSUER'],
    ['half of Twilio', { ROUNDSMAN_TWILIO_FROM: '+12025550123' }, 'ROUNDSMAN_TWILIO_ACCOUNT_SID'],
    ['the address of Pushover alone', { ROUNDSMAN_PUSHOVER_URL: 'https://a' }, 'ROUNDSMAN_PUSHOVER_URL'],
    ['the address of Twilio alone', { ROUNDSMAN_TWILIO_URL: 'https://a' }, 'ROUNDSMAN_TWILIO_URL'],
    ['a role of its own without a server to meet in', { ROUNDSMAN_ROLES: 'web' }, 'DATABASE_URL'],
  ]
  for (const [what, environment, named] of contradictions) {
    it(`B23: refuses ${what}`, () => {
      expect(messageOf(() => load(environment))).toContain(named)
    })
  }
  it('B23: all roles need no server', () => {
    expect(load({ ROUNDSMAN_ROLES: 'notify,watch,web' }).roles).toEqual(['web', 'watch', 'notify'])
  })

  it('B24: makes the secret once, for its owner only', () => {
    const first = load({}).secret
    const file = join(dir, 'secret')
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(readFileSync(file)).toEqual(first)
    chmodSync(file, 0o644)
    expect(load({}).secret).toEqual(first)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    writeFileSync(file, 'short')
    expect(messageOf(() => load({}))).toContain('fewer than 32 bytes')
    expect(readFileSync(file, 'utf8')).toBe('short')
    rmSync(file)
  })

  it('B25: derives another key for each purpose', () => {
    const keys = (['csrf', 'session', 'mail-token'] as const).map((p) =>
      subkey(Buffer.from(secret), p).toString('hex'),
    )
    expect(new Set(keys).size).toBe(3)
    expect(keys[0]).toHaveLength(64)
  })

  it('B26: the help names every variable', () => {
    for (const name of Object.keys(variables)) expect(helpText()).toContain(name)
  })
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    expect(error).toHaveProperty('name', 'StartError')
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('nothing was refused')
}
