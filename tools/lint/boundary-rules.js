// Import directions. Paths are relative to the root of the checkout; every rule is generic, so that tomorrow's
// folder is covered. `test` names the files that may look behind the scenes.

const test = '(/testing/|\\.test\\.tsx?$)'
const server = '^apps/server/src'
const modules = `${server}/modules/`
const closedModules = 'watch'

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
export const boundaryRules = [
  {
    name: 'no-cycle',
    comment: 'Two files that need each other are one file, or three.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphan',
    comment: 'A file that nothing imports and that imports nothing is dead.',
    from: {
      orphan: true,
      pathNot: [
        test,
        '\\.d\\.ts$',
        '\\.config\\.(js|ts)$',
        '^[^/]+$',
        '(main|cli)\\.tsx?$',
        '\\.(worker|child)\\.ts$',
        '^(tools|e2e|bench|realchain)/',
        '^packages/[^/]+/src/[^/]+\\.ts$',
        '^packages/[^/]+/src/proof/[^/]+\\.ts$',
      ],
    },
    to: {},
  },
  {
    name: 'no-unresolvable',
    comment: 'What is imported is there.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'declared-packages-only',
    comment: "A workspace imports what its own package.json (or the root's) names.",
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'no-dev-package-in-production',
    comment: 'What the program needs while it runs is a dependency, not a devDependency.',
    from: { path: '^(apps/(server|simnet)|packages/[^/]+)/src/', pathNot: test },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'modules-meet-through-public-files',
    comment: 'Another module is seen only through its *.public.ts; add what you need there.',
    from: { path: `${modules}([^/]+)/`, pathNot: test },
    to: { path: modules, pathNot: [`${modules}$1/`, '\\.public\\.ts$'] },
  },
  {
    name: 'closed-modules-show-their-public-file-only',
    comment:
      'What tests, benchmarks and the real chains need of it is in its *.public.ts or its testing/. Whoever can joins the list.',
    from: { pathNot: `${modules}(${closedModules})/` },
    to: {
      path: `${modules}(${closedModules})/`,
      pathNot: [`${modules}[^/]+/[^/]+\\.public\\.ts$`, `${modules}[^/]+/testing/`],
    },
  },
  {
    name: 'platform-knows-no-module',
    comment: 'platform/ is what every module stands on.',
    from: { path: `${server}/platform/`, pathNot: test },
    to: { path: `${server}/`, pathNot: `${server}/platform/` },
  },
  {
    name: 'platform-process-on-top',
    comment: 'process/ runs what the rest of platform/ is; nothing below it knows how a process is made.',
    from: { path: `${server}/platform/(config|db|http|clients)/`, pathNot: test },
    to: { path: `${server}/platform/process/` },
  },
  {
    name: 'bridges-rooms-one-way',
    comment:
      'What comes in is written under what is shown and whose it is; neither of them knows how it came.',
    from: { path: `${modules}bridges/(showing|tokens)/`, pathNot: test },
    to: { path: `${modules}bridges/intake/` },
  },
  {
    name: 'only-app-knows-modules',
    comment: 'app.ts puts the modules together; nothing else outside them names one.',
    from: { path: `${server}/`, pathNot: [modules, `${server}/app\\.ts$`, test] },
    to: { path: modules },
  },
  {
    name: 'modules-stand-on-platform',
    comment: 'A module imports modules and platform/, never the files that put it together.',
    from: { path: modules, pathNot: test },
    to: { path: `${server}/`, pathNot: [modules, `${server}/platform/`] },
  },
  {
    name: 'packages-know-no-app',
    comment: 'packages/ are below apps/.',
    from: { path: '^packages/' },
    to: { path: '^(apps|e2e|bench|realchain|tools)/' },
  },
  {
    name: 'packages-are-pure',
    comment: 'A package does no I/O: what it needs of the world is handed in.',
    from: { path: '^packages/[^/]+/src/', pathNot: test },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'contract-runs-in-a-browser',
    comment: 'The contract package is what server and web share: zod and itself.',
    from: { path: '^packages/contract/src/', pathNot: test },
    to: { pathNot: ['^packages/contract/', '(^|/)node_modules/zod/'] },
  },
  {
    name: 'contract-rooms-one-way',
    comment:
      'accounts/ and networks/ are what alerts/, bridges/ and live/ stand on; the table of calls is above all of them.',
    from: { path: '^packages/contract/src/(accounts|networks)/' },
    to: { path: '^packages/contract/src/(alerts|bridges|live|(page-)?endpoints\\.ts$)' },
  },
  {
    name: 'apps-do-not-meet',
    comment: 'Apps speak to each other over the wire; what they share is a package.',
    from: { path: '^apps/([^/]+)/', pathNot: test },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'web-shares-the-contract-only',
    comment: 'The page knows the server by packages/contract.',
    from: { path: '^apps/web/' },
    to: { path: '^(packages/(?!contract/)|apps/(?!web/))' },
  },
  {
    name: 'features-do-not-meet',
    comment:
      'A screen never imports another screen; what both need belongs to parts/, data/, charts/ or ui/.',
    from: { path: '^apps/web/src/features/([^/]+)/' },
    to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
  },
  {
    name: 'web-layers',
    comment: 'app/ → features/ → parts/ → data/, charts/, ui/; never back.',
    from: { path: '^apps/web/src/(features|parts|data|charts|ui)/', pathNot: test },
    to: { path: '^apps/web/src/app/' },
  },
  {
    name: 'web-ground-knows-no-feature',
    comment: 'parts/, data/, charts/ and ui/ are below the features.',
    from: { path: '^apps/web/src/(parts|data|charts|ui)/', pathNot: test },
    to: { path: '^apps/web/src/features/' },
  },
  {
    name: 'web-ground-knows-no-part',
    comment: 'parts/ know data and serve several screens; data/, charts/ and ui/ are below them.',
    from: { path: '^apps/web/src/(data|charts|ui)/', pathNot: test },
    to: { path: '^apps/web/src/parts/' },
  },
  {
    name: 'ui-has-no-data',
    comment: 'ui/ and charts/ are given what they show.',
    from: { path: '^apps/web/src/(ui|charts)/', pathNot: test },
    to: { path: '^apps/web/src/data/' },
  },
  {
    name: 'no-testing-in-production',
    comment: 'Test support stays in tests.',
    from: { path: '^(apps|packages)/', pathNot: test },
    to: { path: test },
  },
  {
    name: 'database-drivers-behind-platform',
    comment: 'Only platform/db knows which PostgreSQL it is.',
    from: { path: '^apps/', pathNot: [`${server}/platform/db/`, test] },
    to: { path: '(^|/)node_modules/(pg|@electric-sql/pglite)/', dependencyTypesNot: ['type-only'] },
  },
]
