/**
 * What a program takes from its surroundings without being given it, and the one file that may.
 * `allowed` are globs from the root of the checkout; `testing/` folders may take everything.
 *
 * @typedef {object} Ban
 * @property {string} name
 * @property {string} message names the replacement
 * @property {string[]} [globals] names of globals
 * @property {string[]} [members] `object.member` of a global object
 * @property {string[]} [constructors] globals that may not be called or constructed without arguments
 * @property {Record<string, string[] | '*'>} [imports] module → exports that count as the same thing
 * @property {string[]} allowed
 */

/** Programs around the product: they start processes, wait for them and measure them. */
const drivers = [
  'tools/**',
  'e2e/**',
  'realchain/**',
  'bench/**',
  'apps/phone/**',
  '*.config.{js,ts}',
  'apps/web/*.config.ts',
]

/** Where a process begins. */
const entries = ['apps/*/src/main.ts', 'apps/server/src/cli.ts', 'apps/*/src/**/*.{worker,child}.ts']

/** @type {Ban[]} */
export const ambientBans = [
  {
    name: 'clock',
    message:
      'The time comes from the Clock that is handed in (platform/clock.ts; web: data/browser/clock.ts).',
    members: ['Date.now', 'performance.now', 'performance.timeOrigin', 'process.hrtime', 'process.uptime'],
    constructors: ['Date'],
    imports: { 'node:perf_hooks': '*', perf_hooks: '*' },
    allowed: [
      'apps/server/src/platform/clock.ts',
      'apps/simnet/src/main.ts',
      'apps/simnet/src/wall-clock.ts',
      'apps/web/src/data/browser/clock.ts',
      ...drivers,
    ],
  },
  {
    name: 'timers',
    message:
      'Waiting goes through the Clock (platform/clock.ts) or a loop (platform/loop.ts); web: data/browser/clock.ts.',
    globals: ['setTimeout', 'setInterval', 'setImmediate', 'requestIdleCallback'],
    members: ['AbortSignal.timeout', 'scheduler.wait', 'scheduler.postTask'],
    imports: { 'node:timers': '*', timers: '*', 'node:timers/promises': '*', 'timers/promises': '*' },
    allowed: [
      'apps/server/src/platform/clock.ts',
      'apps/simnet/src/main.ts',
      'apps/simnet/src/wall-clock.ts',
      'apps/web/src/data/browser/clock.ts',
      ...drivers,
    ],
  },
  {
    name: 'random',
    message:
      'Randomness and ids come from what is handed in (platform/ids.ts; web: data/browser/browser.ts).',
    members: ['Math.random', 'crypto.randomUUID', 'crypto.getRandomValues'],
    imports: {
      'node:crypto': [
        'randomUUID',
        'randomBytes',
        'randomInt',
        'randomFill',
        'randomFillSync',
        'getRandomValues',
        'webcrypto',
      ],
      crypto: '*',
    },
    allowed: ['apps/server/src/platform/ids.ts', 'apps/web/src/data/browser/browser.ts', ...drivers],
  },
  {
    name: 'network',
    message: 'Requests go through what is handed in (platform/clients/; web: data/browser/http.ts).',
    globals: ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'],
    imports: { ws: ['WebSocket', 'default'] },
    allowed: [
      'apps/server/src/platform/clients/http-client.ts',
      'apps/server/src/platform/clients/web-socket-client.ts',
      'apps/simnet/src/bridges.child.ts',
      'apps/web/src/data/browser/http.ts',
      '**/*.test.{ts,tsx}',
      ...drivers,
    ],
  },
  {
    name: 'process',
    message:
      'The environment is read once, in platform/config/config.ts; only main.ts and cli.ts touch the process.',
    members: [
      'process.env',
      'process.argv',
      'process.exit',
      'process.exitCode',
      'process.on',
      'process.once',
      'process.chdir',
    ],
    imports: { 'node:process': '*', process: '*' },
    allowed: ['apps/server/src/platform/config/config.ts', ...entries, '**/*.test.{ts,tsx}', ...drivers],
  },
  {
    name: 'storage',
    message: 'What the browser keeps goes through data/browser/storage.ts.',
    globals: ['localStorage', 'sessionStorage', 'indexedDB'],
    members: ['document.cookie'],
    allowed: ['apps/web/src/data/browser/storage.ts', '**/*.test.{ts,tsx}', ...drivers],
  },
  {
    name: 'operation',
    message:
      'Remote operations go through useFetch, useAction and usePages (data/api/operation.ts), which have their states.',
    imports: {
      '@tanstack/react-query': [
        'useQuery',
        'useQueries',
        'useInfiniteQuery',
        'useSuspenseQuery',
        'useMutation',
      ],
    },
    allowed: ['apps/web/src/data/api/operation.ts'],
  },
]
