import { defineConfig } from 'eslint/config'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { ambientBans } from './tools/lint/ambient-table.js'
import { roundsmanPlugin } from './tools/lint/plugin.js'

// What can be said of a file by itself; what needs the types of the whole checkout is in .oxlintrc.json.
// Every rule is an error or absent: a warning is a rule that nobody keeps.
// Patterns are relative to the folder ESLint runs in, so that tools/fixtures/lint can be checked as a tree of its own.

const tests = ['**/*.test.{ts,tsx}', '**/testing/**', 'e2e/**']
const drivers = ['tools/**', 'bench/**', 'realchain/**', 'e2e/**', 'apps/phone/**']

/** @type {import('eslint').Linter.Config[]} */
const ambient = [
  {
    name: 'roundsman/ambient',
    rules: everyRuleAs(
      ambientBans.map((ban) => `roundsman/${ban.name}`),
      'error',
    ),
  },
  ...ambientBans.map((ban) => ({
    name: `roundsman/ambient/${ban.name}`,
    files: [...ban.allowed, '**/testing/**'],
    rules: everyRuleAs([`roundsman/${ban.name}`], 'off'),
  })),
]

export default defineConfig(
  {
    name: 'roundsman/ignored',
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '**/.data/**',
      '**/.cache/**',
      '**/.build/**',
      'tools/fixtures/**',
      '**/generated/**',
      '**/test-results/**',
    ],
  },
  {
    name: 'roundsman/everything',
    files: ['**/*.{ts,tsx,js,mjs}'],
    extends: [tseslint.configs.recommended],
    plugins: { roundsman: roundsmanPlugin },
    linterOptions: {
      noInlineConfig: true,
      reportUnusedDisableDirectives: 'error',
      reportUnusedInlineConfigs: 'error',
    },
    rules: {
      'roundsman/file-name': 'error',
      'max-lines': ['error', 400],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-constant-condition': ['error', { checkLoops: false }],
      'no-fallthrough': 'error',
      'no-self-compare': 'error',
      'no-template-curly-in-string': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-escape': 'error',
      'no-empty': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-check': false, 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      // The other linter's comments would switch a rule off where this one does not look.
      'no-warning-comments': ['error', { terms: ['oxlint-disable', 'oxlint-enable'], location: 'anywhere' }],
    },
  },
  ...ambient,
  {
    name: 'roundsman/web',
    files: ['apps/web/src/**/*.{ts,tsx}', 'apps/phone/src/page/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': { rules: reactHooks.rules } },
    rules: {
      ...everyRuleAs(Object.keys(reactHooks.configs.flat.recommended.rules), 'error'),
      // It names a library that the compiler cannot follow (the virtualiser); we do not run the compiler.
      'react-hooks/incompatible-library': 'off',
      'react-hooks/unsupported-syntax': 'off',
    },
  },
  {
    name: 'roundsman/tests',
    files: tests,
    rules: { 'max-lines': ['error', 500] },
  },
  {
    // The page's test files share their modules, and one that puts another in the place of one would do it to all.
    name: 'roundsman/shared-modules',
    files: ['apps/web/src/**/*.test.{ts,tsx}'],
    ignores: ['**/*.alone.test.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['mock', 'doMock', 'resetModules'].map((property) => ({
          object: 'vi',
          property,
          message: 'Such a test is called *.alone.test.tsx and has modules of its own.',
        })),
      ],
    },
  },
  { name: 'roundsman/data', files: ['**/*.data.{ts,js}'], rules: { 'max-lines': 'off' } },
  {
    name: 'roundsman/terminal',
    files: [
      'apps/*/src/main.ts',
      'apps/simnet/src/*.child.ts',
      'apps/server/src/cli.ts',
      'apps/server/src/cli/**',
      '**/testing/**',
      ...drivers,
    ],
    rules: { 'no-console': 'off' },
  },
)

/**
 * @param {string[]} rules
 * @param {'error' | 'off'} severity
 * @returns {Record<string, 'error' | 'off'>}
 */
function everyRuleAs(rules, severity) {
  return Object.fromEntries(rules.map((rule) => [rule, severity]))
}
