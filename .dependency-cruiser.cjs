/**
 * The doors of docs/architecture.md. tests/codebase/boundaries.test.ts plants a violation of each rule and sees it reported.
 * A type-only import compiles to nothing: where a rule is about what runs, it leaves those out.
 */
const service = '^(gateway|rest-facade|subgraphs/[^/]+)/'
const tests = ['^tests/', '\\.test\\.ts$']
const databasePackages = 'node_modules/(pg|pg-[^/]+|@prisma/[^/]+|@types/pg)/'
const pureRules =
  '/(lifecycle|cancellation|payment|discount-combination|price|transport-price|slots|slot-search|distance|bounds|conversion|rounding|applicability|discount|coupon-discount|automatic-rules|apply-rules|age-breakdown|age-configuration)\\.ts$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'services-are-strangers',
      comment: 'A service reaches another only through its GraphQL contract, in process or over HTTP.',
      severity: 'error',
      from: { path: service },
      to: { path: service, pathNot: '^$1/' },
    },
    {
      name: 'only-roots-know-all',
      comment:
        'Composition roots (main.ts, config.ts of the product, cli/) are where everything meets; nothing starts there from inside.',
      severity: 'error',
      from: { pathNot: ['^(main|config)\\.ts$', '^(cli|bench)/', ...tests] },
      to: { path: ['^(main|config)\\.ts$', '/main\\.ts$', '^cli/'], pathNot: 'node_modules' },
    },
    {
      name: 'platform-knows-no-service',
      comment: 'platform/ has no domain word: it knows neither services nor their contracts.',
      severity: 'error',
      from: { path: '^platform/', pathNot: tests },
      to: { path: ['^(gateway|rest-facade|subgraphs|schema|cli|bench|tests)/', '^(main|config)\\.ts$'] },
    },
    {
      name: 'schema-knows-nothing-of-ours',
      comment: 'Contracts stand on their own.',
      severity: 'error',
      from: { path: '^schema/', pathNot: tests },
      to: { path: ['^(gateway|rest-facade|subgraphs|platform|cli|bench|tests)/', '^(main|config)\\.ts$'] },
    },
    {
      name: 'features-meet-at-their-door',
      comment:
        "A feature uses another through its index.ts. Seeding (demo/) writes every feature's tables and meets them the same way.",
      severity: 'error',
      from: { path: '^(subgraphs/[^/]+|rest-facade)/([^/]+)/', pathNot: tests },
      to: { path: '^$1/[^/]+/', pathNot: ['^$1/$2/', '^$1/[^/]+/index\\.ts$', '^$1/generated/'] },
    },
    {
      name: 'only-wiring-opens-features',
      comment: 'Of the files beside the features only those that put them together look behind their index.ts.',
      severity: 'error',
      from: {
        path: '^(subgraphs/[^/]+|rest-facade)/[^/]+\\.ts$',
        pathNot: ['/(server|context|resolvers|loaders)\\.ts$', ...tests],
      },
      to: { path: '^$1/[^/]+/', pathNot: ['^$1/[^/]+/index\\.ts$', '^$1/generated/'] },
    },
    {
      name: 'only-repositories-reach-the-database',
      comment: 'The Prisma client and PostgreSQL driver are used in repository.ts and store/; database.ts opens them.',
      severity: 'error',
      from: {
        pathNot: [
          'repository\\.ts$',
          '/store/[^/]+\\.ts$',
          '/(prisma-)?database\\.ts$',
          '^platform/postgres/database-watch\\.ts$',
          '/generated/',
          '^bench/',
          ...tests,
        ],
      },
      to: { path: [databasePackages, '/generated/prisma/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'repositories-point-down',
      comment: 'server -> resolvers -> commands and loaders -> repository: nothing points back.',
      severity: 'error',
      from: { path: ['/repository\\.ts$', '/store/[^/]+\\.ts$'] },
      to: {
        path: '/(resolvers|loaders|server|context)\\.ts$',
        pathNot: ['node_modules', '/generated/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'resolvers-are-called-by-the-server',
      comment: 'Resolvers translate; what two callers need belongs in a command or a rule.',
      severity: 'error',
      from: { path: '^(gateway|subgraphs)/', pathNot: ['/(server|resolvers|index)\\.ts$', ...tests] },
      to: { path: '^(gateway|subgraphs)/.*/?resolvers\\.ts$', pathNot: '/generated/' },
    },
    {
      name: 'rules-are-pure',
      comment:
        'A pure rule computes from its arguments: it may use other rules, the calendar, texts and the error catalogue.',
      severity: 'error',
      from: { path: pureRules },
      to: {
        pathNot: [pureRules, '/index\\.ts$', '^platform/values/(clock|i18n)\\.ts$', '^schema/errors\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'facade-has-no-database',
      comment: 'The REST facade only translates.',
      severity: 'error',
      from: { path: '^rest-facade/' },
      to: { path: [databasePackages, '^platform/postgres/', '/generated/prisma/'] },
    },
    {
      name: 'no-cycles',
      comment: 'A circle of imports that run has no first module.',
      severity: 'error',
      from: { pathNot: '/generated/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'], pathNot: '/generated/' } },
    },
    {
      name: 'no-development-packages',
      comment: 'What runs in production is in "dependencies".',
      severity: 'error',
      from: { path: '^(main|config)\\.ts$|^(cli|gateway|platform|rest-facade|schema|subgraphs)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'A package that another package happens to bring may leave with it.',
      severity: 'error',
      from: { pathNot: '/generated/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'tests-are-not-imported',
      comment: 'Code never needs what only tests have.',
      severity: 'error',
      from: { pathNot: tests },
      to: { path: tests, pathNot: 'node_modules' },
    },
    {
      name: 'no-unresolvable-imports',
      comment: 'An import that leads nowhere escapes every other rule.',
      severity: 'error',
      from: {},
      // This package is types alone: there is no module to find.
      to: { couldNotResolve: true, pathNot: '^@graphql-typed-document-node/core$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/generated/'] },
    exclude: { path: ['^dist/', '^\\.data/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
}
