/**
 * The boundary rules of docs/architecture.md. tests/codebase/boundaries.test.ts checks that a violation of each is reported.
 * A type-only import compiles to nothing: where a rule is about what runs, it leaves those out.
 */
const service = '^(gateway|rest-facade|site|console|(subgraphs)/[^/]+)/'
const tests = ['^tests/', '\\.test\\.ts$']
const sharedByRoutes = '^rest-facade/(http|schemas)/'
const databasePackages = 'node_modules/(pg|pg-[^/]+|@prisma/[^/]+|@types/pg)/'
const pureRules = '/(rules/[^/]+|pricing/money)\\.ts$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'services-do-not-import-each-other',
      comment:
        'A service reaches another only through its GraphQL contract, in process or over HTTP. Subgraphs share subgraphs/shared/.',
      severity: 'error',
      from: { path: service, pathNot: '^rest-facade/main\\.ts$' },
      to: { path: service, pathNot: ['^$1/', '^$2/shared/'] },
    },
    {
      name: 'the-facade-process-adds-only-the-pages',
      comment: 'The process that answers at the public address of REST serves the pages of that address, too.',
      severity: 'error',
      from: { path: '^rest-facade/main\\.ts$' },
      to: { path: service, pathNot: ['^rest-facade/', '^site/server\\.ts$'] },
    },
    {
      name: 'only-roots-import-all',
      comment:
        'Only composition roots (main.ts, product.ts, workers.ts, config.ts, cli/) import everything; nothing imports them.',
      severity: 'error',
      from: { pathNot: ['^(main|product|workers|config)\\.ts$', '^(cli|bench)/', ...tests] },
      to: { path: ['^(main|product|workers|config)\\.ts$', '/main\\.ts$', '^cli/'], pathNot: 'node_modules' },
    },
    {
      name: 'bench-imports-no-entry-point',
      comment: 'The build bundles entry points: what a benchmark changes in a module would not be what they run.',
      severity: 'error',
      from: { path: '^bench/' },
      to: { path: '^(gateway|rest-facade|site|console|subgraphs/[^/]+)/main\\.ts$' },
    },
    {
      name: 'platform-imports-no-service',
      comment: 'platform/ is free of the domain: it imports neither services nor their contracts.',
      severity: 'error',
      from: { path: '^platform/', pathNot: tests },
      to: {
        path: [
          '^(gateway|packages|rest-facade|site|console|subgraphs|schema|cli|bench|tests)/',
          '^(main|product|workers|config)\\.ts$',
        ],
      },
    },
    {
      name: 'schema-imports-nothing',
      comment: 'Contracts import nothing of the product.',
      severity: 'error',
      from: { path: '^schema/', pathNot: tests },
      to: {
        path: [
          '^(gateway|packages|rest-facade|site|console|subgraphs|platform|cli|bench|tests)/',
          '^(main|product|workers|config)\\.ts$',
        ],
      },
    },
    {
      name: 'features-import-through-index',
      comment:
        'A feature imports another only through its index.ts; so do demo/, which seeds the tables of every feature, and the stages of the engine. All routes of the facade share its http/ and schemas/.',
      severity: 'error',
      from: { path: '^(subgraphs/[^/]+|rest-facade|gateway/execution)/([^/]+)/', pathNot: tests },
      to: { path: '^$1/[^/]+/', pathNot: ['^$1/$2/', '^$1/[^/]+/index\\.ts$', '^$1/generated/', sharedByRoutes] },
    },
    {
      name: 'wiring-imports-through-index',
      comment: 'The files beside the features, such as server.ts, import them only through their index.ts as well.',
      severity: 'error',
      from: { path: '^(subgraphs/[^/]+|rest-facade|gateway/execution)/[^/]+\\.ts$', pathNot: tests },
      to: { path: '^$1/[^/]+/', pathNot: ['^$1/[^/]+/index\\.ts$', '^$1/generated/', sharedByRoutes] },
    },
    {
      name: 'engine-is-imported-through-index',
      comment: 'What executes operations is used through gateway/execution/index.ts.',
      severity: 'error',
      from: { pathNot: ['^gateway/execution/', ...tests] },
      to: { path: '^gateway/execution/', pathNot: '^gateway/execution/index\\.ts$' },
    },
    {
      name: 'packages-import-only-the-engine',
      comment: 'A package is built on the engine and its transports, without the product around them.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: tests },
      to: {
        path: [
          '^(gateway|packages|rest-facade|site|console|subgraphs|schema|cli|bench)/',
          '^(main|product|workers|config)\\.ts$',
        ],
        pathNot: [
          '^packages/$1/',
          '^gateway/(config|context|errors|graph)\\.ts$',
          '^gateway/(http|planning|subscription|supergraph)/',
          '^gateway/(auth/callers|execution/index|rate-limit/caller-meter)\\.ts$',
        ],
      },
    },
    {
      name: 'packages-are-not-imported',
      comment: 'The product runs without the packages that are built on it.',
      severity: 'error',
      from: { pathNot: ['^packages/', ...tests] },
      to: { path: '^packages/' },
    },
    {
      name: 'stages-import-nothing-above',
      comment: 'The stages of the engine do not know what runs them.',
      severity: 'error',
      from: { path: '^gateway/execution/[^/]+/', pathNot: tests },
      to: { path: '^gateway/execution/[^/]+\\.ts$' },
    },
    {
      name: 'only-repositories-reach-the-database',
      comment:
        'The Prisma client and PostgreSQL driver are used in repository.ts, store.ts and store/; database.ts opens them.',
      severity: 'error',
      from: {
        pathNot: [
          '/(repository|store)\\.ts$',
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
      name: 'repositories-do-not-import-upwards',
      comment: 'server -> resolvers -> use cases and loaders -> store: no import leads back.',
      severity: 'error',
      from: { path: ['/(repository|store)\\.ts$', '/store/[^/]+\\.ts$'] },
      to: {
        path: '/(resolvers|loaders|server|context)\\.ts$',
        pathNot: ['node_modules', '/generated/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-index-imports-resolvers',
      comment: 'Resolvers only translate; code that two callers need belongs in a command or a rule.',
      severity: 'error',
      from: { path: '^(gateway|subgraphs)/', pathNot: ['/(resolvers|index)\\.ts$', ...tests] },
      to: { path: '^(gateway|subgraphs)/.*/?resolvers\\.ts$', pathNot: '/generated/' },
    },
    {
      name: 'rules-are-pure',
      comment:
        'A pure rule computes from its arguments: it may use other rules, values, contracts and random references.',
      severity: 'error',
      from: { path: pureRules, pathNot: tests },
      to: {
        pathNot: [
          pureRules,
          '/index\\.ts$',
          '^platform/values/',
          '^platform/http/json-bounds\\.ts$',
          '^platform/trust/author\\.ts$',
          '/reservation/reservation\\.ts$',
          // Random references.
          '^(node:)?crypto$',
          '^schema/',
          '^subgraphs/shared/(form|coordinates)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'clients-have-no-database',
      comment: 'The REST facade and the services with pages reach data only through GraphQL.',
      severity: 'error',
      from: { path: '^(rest-facade|site|console)/' },
      to: { path: [databasePackages, '^platform/postgres/', '/generated/prisma/'] },
    },
    {
      name: 'no-cycles',
      comment: 'Modules that import each other, if only for types, cannot be understood or moved on their own.',
      severity: 'error',
      from: { pathNot: '/generated/' },
      to: { circular: true, viaOnly: { pathNot: '/generated/' } },
    },
    {
      name: 'no-development-packages',
      comment: 'Packages used in production are listed in "dependencies".',
      severity: 'error',
      // What browsers load is bundled by the build.
      from: {
        path: '^(main|product|workers|config)\\.ts$|^(cli|gateway|packages|platform|rest-facade|schema|site|console|subgraphs)/',
        pathNot: ['^(site|console)/browser/', ...tests],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'A package that is only a dependency of another package may disappear with it.',
      severity: 'error',
      from: { pathNot: '/generated/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'tests-are-not-imported',
      comment: 'Product code does not import test code.',
      severity: 'error',
      from: { pathNot: tests },
      to: { path: tests, pathNot: 'node_modules' },
    },
    {
      name: 'no-unresolvable-imports',
      comment: 'The other rules cannot see an import that does not resolve.',
      severity: 'error',
      from: {},
      // This package has only types: there is no module to resolve.
      to: { couldNotResolve: true, pathNot: '^@graphql-typed-document-node/core$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/generated/'] },
    // Scripts of bench/peers run where their own packages are installed; they import nothing of ours.
    exclude: { path: ['^dist/', '^\\.data/', '^bench/peers/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
}
