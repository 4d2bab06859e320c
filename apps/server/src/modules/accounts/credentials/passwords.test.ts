import { expect, test } from 'vitest'
import { cheapPasswordCost } from '../../../testing/cheap-password-cost.ts'
import { createSeededRandom } from '../../../testing/seeded-random.ts'
import { createPasswordHasher, passwordCost, passwordFault } from './passwords.ts'

test('11.4.2: passwords are kept as argon2id with 19 MiB, two passes, a salt of their own', async () => {
  const hasher = createPasswordHasher()
  const [one, two] = [await hasher.hash('same'), await hasher.hash('same')]
  const [, name, version, cost, salt = '', digest = ''] = one.split('$')
  expect([name, version, cost]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
  expect(Buffer.from(salt, 'base64').length).toBeGreaterThanOrEqual(16)
  expect(Buffer.from(digest, 'base64').length).toBe(32)
  expect(one).not.toBe(two)
  expect(passwordCost.memoryCost).toBeGreaterThanOrEqual(19_456)
})

test('6.2.9: nothing of a password is cut off or changed', async () => {
  const hasher = createPasswordHasher(cheapPasswordCost)
  const long = 'ключ🔑 '.repeat(18)
  const stored = await hasher.hash(long)
  expect(await hasher.verify(stored, long)).toEqual({ ok: true, outdated: false })
  for (const other of [long.trim(), long.toUpperCase(), long.slice(0, 72), `${long}x`]) {
    expect((await hasher.verify(stored, other)).ok).toBe(false)
  }
})

test.each(['Roundsman2026!', 'validator-123', 'celestia_bridge1', 'MyStakingNode', '!!admin-password!!'])(
  '6.1.2 6.2.11 A139: %s is words of this site and nothing else',
  (password) => {
    expect(passwordFault(password, null)).not.toBeNull()
  },
)

test.each(['QWERTY123456', 'iloveyou2', 'liverpool1', 'wildcat83', 'wingzero10', 'voetbal1995'])(
  '6.2.4 6.2.12 A142: %s was leaked, in whatever case',
  (password) => {
    expect(passwordFault(password, null)).toMatchObject({ en: expect.stringContaining('data breaches') })
    expect(passwordFault(password.toUpperCase(), null)).not.toBeNull()
  },
)

test('6.2.12 A142: a password that nobody leaked is not taken for one', () => {
  const random = createSeededRandom(20_261_127)
  const words = [
    'amber',
    'kettle',
    'of',
    'seven',
    'lanterns',
    'quietly',
    'north',
    'umbrella',
    'Дніпро',
    '77',
    '%',
  ]
  const refused = Array.from({ length: 5_000 }, (_, index) => {
    const phrase = Array.from({ length: 5 }, () => random.pick(words)).join('')
    return passwordFault(`${phrase}${index}`, null)
  }).filter((fault) => fault !== null)
  expect(refused).toEqual([])
})

test('6.2.5 A139: a word of this site among others is no fault, and neither is any character', () => {
  for (const password of [
    'validators of my grandmother',
    'roundsmanship',
    '12345678901234567x',
    'ключ от дома',
    '🔑🔑🔑🔑',
  ])
    expect([password, passwordFault(password, null)]).toEqual([password, null])
})

test('A18: nobody signs in without a stored hash, not even with the dummy password', async () => {
  const hasher = createPasswordHasher(cheapPasswordCost)
  expect(await hasher.verify(null, 'nobody has this password')).toEqual({ ok: false, outdated: false })
})
