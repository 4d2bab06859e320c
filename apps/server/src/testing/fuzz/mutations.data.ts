import type { SeededRandom } from '../seeded-random.ts'
import { formOf, type PlannedRequest, percent } from './plan-request.ts'

/** Mutates a request in one way; what it cannot be applied to it leaves as it is and says so by null. */
type Mutation = (request: PlannedRequest, random: SeededRandom) => Partial<PlannedRequest> | null

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066 turned',
  'e\u0301\u0327'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(9),
  '\ufeff\ufffe\uffff',
  "'; drop table user_account; --",
  '{{7*7}}<%= 7*7 %><script>alert(1)</script>',
  '../../../../etc/passwd',
  'a\r\nBcc: b@example.org',
  '__proto__',
  'null',
  'x'.repeat(70_000),
  '9'.repeat(400),
]
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  2 ** 31,
  2 ** 53 + 2,
  -(2 ** 63),
  1e308,
  [],
  {},
  [[]],
  [null],
  { a: { b: {} } },
  { toString: 'x', valueOf: 1 },
  ...texts,
]
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`
const raws = [
  '',
  ' ',
  '{',
  '[',
  '"',
  'nul',
  '1e999',
  '-',
  '[1,2',
  '{"a":1,}',
  "{'a':1}",
  '\ufeff{}',
  '{"a":"\u0001"}',
  '{"a":"\\ud800"}',
  '{"a":"\\u00"}',
  nested('[', ']', 9_000),
  nested('{"a":', '}', 9_000),
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  `{"a":${'9'.repeat(5_000)}}`,
  `[${'{},'.repeat(5_000)}{}]`,
  `{"x":"${'y'.repeat(200_000)}"}`,
]
const types = [
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/json; charset="',
  'application/vnd.api+json',
  'x',
  '',
  '/',
  ';',
  'a'.repeat(3_000),
]
const paths = [
  '1e0',
  '0x1',
  '+1',
  '-1',
  '1.0',
  '01',
  '99999999999999999999',
  'NaN',
  '',
  '%20',
  '..',
  '%2e%2e',
  '%2f',
  '%00',
  '%',
  '%zz',
  '%ff',
  '%ed%a0%80',
  '1;2',
  '１',
  '{id}',
  'a'.repeat(90),
  'a'.repeat(5_000),
]

function objectIn({ payload, headers }: PlannedRequest): Record<string, unknown> | null {
  if (headers['content-type'] !== 'application/json' || typeof payload !== 'string') return null
  const body: unknown = JSON.parse(payload)
  return typeof body === 'object' && body !== null ? { ...body } : null
}

/** Changes one field of a JSON body. */
function inBody(
  change: (body: Record<string, unknown>, name: string, random: SeededRandom) => string | null,
): Mutation {
  return (request, random) => {
    const body = objectIn(request)
    const names = Object.keys(body ?? {})
    if (!body || names.length === 0) return null
    const payload = change(body, random.pick(names), random)
    return payload === null ? null : { payload }
  }
}

const withHeader = (name: string, among: readonly (string | null)[]): Mutation => {
  return ({ headers }, random) => ({ headers: { ...headers, [name]: random.pick(among) } })
}

/** The ways, by the name that the report has for them. */
export const mutations: Readonly<Record<string, Mutation>> = {
  'a field of any kind': inBody((body, name, random) =>
    JSON.stringify({ ...body, [name]: random.pick(values) }),
  ),
  'a field with a malformed text': inBody((body, name, random) =>
    JSON.stringify({ ...body, [name]: random.pick(texts) }),
  ),
  'a field that is missing': inBody((body, name) => JSON.stringify({ ...body, [name]: undefined })),
  'a field twice': inBody((body, name, random) =>
    JSON.stringify(body).replace(
      /^\{/,
      () => `{${JSON.stringify(name)}:${JSON.stringify(random.pick(values))},`,
    ),
  ),
  'a field twice, the malformed one last': inBody((body, name, random) =>
    JSON.stringify(body).replace(
      /\}$/,
      () => `,${JSON.stringify(name)}:${JSON.stringify(random.pick(values))}}`,
    ),
  ),
  'fields that nobody knows': inBody((body, _name, random) =>
    JSON.stringify({ ...body, is_admin: true, groups: ['admin'], id: 1, [random.pick(texts)]: 1 }),
  ),
  'a field nested deep': inBody((body, name, random) =>
    JSON.stringify({ ...body, [name]: '@' }).replace('"@"', () =>
      random.chance(0.5) ? nested('[', ']', 3_000) : nested('{"a":', '}', 3_000),
    ),
  ),
  'a body cut off': ({ payload }, random) =>
    payload === undefined ? null : { payload: payload.slice(0, random.below(payload.length + 1)) },
  'a body that is none of ours': ({ payload }, random) =>
    payload === undefined ? null : { payload: random.pick(raws) },
  'bytes that are no text': ({ payload }, random) =>
    payload === undefined
      ? null
      : { payload: Buffer.from(Array.from({ length: 200 }, () => random.below(256))) },
  'a body where none belongs': ({ payload, headers }, random) =>
    payload !== undefined
      ? null
      : { payload: random.pick(raws), headers: { ...headers, 'content-type': 'application/json' } },
  'a form of anything': ({ operation }, random) => {
    if (operation.body?.type !== 'multipart/form-data') return null
    const bytes = Buffer.from(Array.from({ length: random.below(400) }, () => random.below(256)))
    const form = formOf(bytes)
    return { payload: random.chance(0.5) ? form : form.subarray(0, random.below(form.length)) }
  },
  'another content type': ({ payload, headers }, random) =>
    payload === undefined ? null : { headers: { ...headers, 'content-type': random.pick(types) } },
  'a malformed parameter in the path': ({ operation }, random) => {
    if (operation.params.length === 0) return null
    const segment = random.chance(0.7) ? random.pick(paths) : percent(random.pick(texts).slice(0, 2_000))
    const { name } = random.pick(operation.params)
    return { url: operation.path.replace(`{${name}}`, () => segment).replaceAll(/\{\w+\}/g, '1') }
  },
  'another path': ({ url }, random) => ({
    url: random.pick([
      url.replace(/\/$/, ''),
      `${url}/`,
      url.replace(/^\/api/, '//api'),
      url.toUpperCase(),
      `${url}${random.pick(paths)}`,
      `${url}${'a/'.repeat(1_500)}`,
      `/api/${random.pick(paths)}/`,
      '/api',
      '*',
    ]),
  }),
  'a malformed query': ({ url }, random) => ({
    url: `${url}${url.includes('?') ? '&' : '?'}${random.pick(['a', 'a=1&a=2', '%', '%zz=%ff', '__proto__[x]=1', `q=${'x'.repeat(8_000)}`, '?&&=', 'limit=-1&before=1e9', percent(random.pick(texts).slice(0, 500))])}`,
  }),
  'another method': ({ method }, random) => ({
    method: random.pick([
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      method,
    ]),
  }),
  'a malformed language': withHeader('accept-language', [
    '*',
    'uk',
    'ru;q=0.1, uk;q=0.9',
    ';q=',
    'q=,,,',
    'x'.repeat(4_000),
    'en;q=999999999999',
    '\u00ff',
  ]),
  'a malformed condition': withHeader('if-none-match', ['*', '""', 'W/"x"', ',,,', '"'.repeat(2_000)]),
  'a malformed encoding': withHeader('accept-encoding', ['br', 'gzip', '*', 'identity;q=0', 'zzz', ',']),
  'malformed cookies': ({ headers }, random) => ({
    headers: {
      ...headers,
      cookie: random.pick([
        '=',
        ';;;',
        'sessionid=',
        'sessionid=a; sessionid=b',
        `csrftoken=${'x'.repeat(4_000)}`,
        'sessionid="\u00e9"',
        '__proto__=1',
        `sessionid=${'A'.repeat(43)}`,
        `${'a=b; '.repeat(500)}`,
        '%00=%00',
      ]),
    },
  }),
  'no token or another': withHeader('x-csrftoken', [null, '', 'x', `${'a'.repeat(22)}.${'b'.repeat(43)}`]),
  'another origin': withHeader('origin', ['null', 'https://evil.example', 'x', '', 'http://[::1', 'file://']),
  'a malformed host': withHeader('host', [
    '',
    'x',
    'a b',
    '[::1',
    'evil.example:99999',
    '\u00ff',
    'a'.repeat(300),
  ]),
  'malformed forwarding': withHeader('x-forwarded-for', [
    '',
    'x',
    '1.2.3.4, 5.6.7.8',
    '::ffff:1.2.3.4',
    '[',
    'a'.repeat(2_000),
  ]),
  'a malformed resumption': withHeader('last-event-id', ['', '-1', '9'.repeat(30), 'x']),
  'a malformed signature': withHeader('x-twilio-signature', ['', 'x', '='.repeat(500)]),
}
