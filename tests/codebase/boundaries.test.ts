import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from '@jest/globals'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const configs = ['.dependency-cruiser.cjs', '.dependency-cruiser.folders.cjs'].map((file) => path.join(root, file))

type Tree = Readonly<Record<string, string>>

/** A small source tree with the modules that the rules mention and no violation. */
const cleanTree: Tree = {
  'package.json': '{ "type": "module", "dependencies": { "pg": "8" }, "devDependencies": { "jest": "30" } }',
  'tsconfig.json': '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }',
  'node_modules/pg/package.json': '{ "name": "pg", "main": "index.js" }',
  'node_modules/pg/index.js': '',
  'node_modules/jest/package.json': '{ "name": "jest", "main": "index.js" }',
  'node_modules/jest/index.js': '',
  'node_modules/stray/package.json': '{ "name": "stray", "main": "index.js" }',
  'node_modules/stray/index.js': '',
  'main.ts': `import './product.ts'\n`,
  'product.ts': `import './gateway/gateway.ts'\nimport './rest-facade/server.ts'\nimport './subgraphs/booking/server.ts'\nimport './subgraphs/catalog/server.ts'\n`,
  'config.ts': `import { port } from './platform/process/config.ts'\nexport const settings = { port }\n`,
  'bench/own-subgraph.ts': `import '../subgraphs/booking/server.ts'\n`,
  'cli/audit/audit.ts': `import '../../subgraphs/booking/server.ts'\n`,
  'platform/process/config.ts': 'export const port = 4000\n',
  'platform/values/clock.ts': 'export const now = () => new Date()\n',
  'platform/postgres/database.ts': `import pg from 'pg'\nexport const open = () => pg\n`,
  'schema/errors.ts': `export const apiError = (code) => new Error(code)\n`,
  'gateway/gateway.ts': `import '../platform/process/config.ts'\nimport '../schema/errors.ts'\nimport './execution/index.ts'\n`,
  'gateway/execution/index.ts': `export { engine } from './engine.ts'\n`,
  'gateway/execution/engine.ts': `import { compilePlan } from './plan/index.ts'\nimport { runPlan } from './run/index.ts'\nexport const engine = { compilePlan, runPlan }\n`,
  'gateway/execution/plan/index.ts': `export { compilePlan } from './compiled-plan.ts'\n`,
  'gateway/execution/plan/compiled-plan.ts': 'export const compilePlan = () => undefined\n',
  'gateway/execution/plan/variants.ts': 'export const variants = []\n',
  'gateway/execution/run/index.ts': `export { runPlan } from './run-plan.ts'\n`,
  'gateway/execution/run/run-plan.ts': `import { compilePlan } from '../plan/index.ts'\nexport const runPlan = () => compilePlan()\n`,
  'gateway/execution/run/shared-reads.ts': 'export const sharedReads = []\n',
  'packages/open-gateway/gateway.ts': `import '../../gateway/execution/index.ts'\n`,
  'rest-facade/server.ts': `import './cenote/index.ts'\n`,
  'rest-facade/cenote/index.ts': `export { routes } from './routes.ts'\n`,
  'rest-facade/http/errors.ts': 'export const failure = () => undefined\n',
  'rest-facade/cenote/routes.ts': `import '../../platform/process/config.ts'\nimport '../http/errors.ts'\nexport const routes = []\n`,
  'rest-facade/tour/index.ts': `export { tours } from './routes.ts'\n`,
  'rest-facade/tour/routes.ts': `import { routes } from '../cenote/index.ts'\nexport const tours = routes\n`,
  'site/server.ts': `import '../platform/process/config.ts'\nimport '../schema/errors.ts'\n`,
  'site/browser/docs.ts': `import 'jest'\n`,
  'subgraphs/shared/form.ts': `import '../../schema/errors.ts'\nexport const form = {}\n`,
  'subgraphs/catalog/server.ts': `import '../../platform/process/config.ts'\nimport '../shared/form.ts'\n`,
  'subgraphs/booking/main.ts': `import './server.ts'\n`,
  'subgraphs/booking/server.ts': `import { reservations } from './reservation/index.ts'\nimport { open } from './database.ts'\nexport const server = { reservations, open }\n`,
  'subgraphs/booking/context.ts': `import type { open } from './database.ts'\nexport const context = (database: ReturnType<typeof open>) => ({ database })\n`,
  'subgraphs/booking/caller.ts': `import type { lifecycle } from './reservation/index.ts'\nexport type Caller = typeof lifecycle\n`,
  'subgraphs/booking/database.ts': `import { PrismaClient } from './generated/prisma/client.ts'\nexport const open = () => new PrismaClient()\n`,
  'subgraphs/booking/generated/prisma/client.ts': 'export class PrismaClient {}\n',
  'subgraphs/booking/reservation/index.ts': `import { loaders } from './loaders.ts'\nimport { resolvers } from './resolvers.ts'\nexport const reservations = { resolvers, loaders }\nexport { lifecycle } from './rules/lifecycle.ts'\n`,
  'subgraphs/booking/reservation/rules/lifecycle.ts': `import { apiError } from '../../../../schema/errors.ts'\nimport type { context } from '../../context.ts'\nexport const lifecycle = (c: typeof context) => apiError(String(c))\n`,
  'subgraphs/booking/reservation/store/repository.ts': `import pg from 'pg'\nexport const rows = () => pg\n`,
  'subgraphs/booking/reservation/store/list.ts': `import pg from 'pg'\nexport const list = () => pg\n`,
  'subgraphs/booking/reservation/loaders.ts': `import { rows } from './store/repository.ts'\nexport const loaders = { rows }\n`,
  'subgraphs/booking/reservation/create/create.ts': `import { slots } from '../../availability/index.ts'\nexport const reserve = () => slots\n`,
  'subgraphs/booking/reservation/create/store.ts': `import pg from 'pg'\nexport const insert = () => pg\n`,
  'subgraphs/booking/reservation/resolvers.ts': `import { reserve } from './create/create.ts'\nexport const resolvers = { reserve }\n`,
  'subgraphs/booking/availability/index.ts': `export { slots } from './rules/slots.ts'\n`,
  'subgraphs/booking/availability/rules/slots.ts': `import { now } from '../../../../platform/values/clock.ts'\nexport const slots = () => now()\n`,
  'subgraphs/booking/reservation/reserve.test.ts': `import 'jest'\nimport pg from 'pg'\nimport { start } from '../../../tests/testkit/start.ts'\nimport { reserve } from './create/create.ts'\nexport default [pg, start, reserve]\n`,
  'tests/testkit/start.ts': `import '../../product.ts'\nimport 'jest'\nexport const start = () => undefined\n`,
}

/** Forbidden imports for each rule: the file that gets the import, and the import. */
const forbiddenImports: Readonly<Record<string, readonly (readonly [file: string, addition: string])[]>> = {
  'services-do-not-import-each-other': [
    ['gateway/gateway.ts', `import '../subgraphs/booking/reservation/index.ts'`],
    ['rest-facade/cenote/routes.ts', `import type {} from '../../gateway/gateway.ts'`],
    ['site/server.ts', `import '../rest-facade/tour/index.ts'`],
    ['rest-facade/server.ts', `import '../subgraphs/shared/form.ts'`],
    ['subgraphs/shared/form.ts', `import '../catalog/server.ts'`],
    ['subgraphs/booking/reservation/create/create.ts', `import '../../../catalog/server.ts'`],
  ],
  'the-facade-process-adds-only-the-pages': [
    ['rest-facade/main.ts', `import type {} from '../gateway/gateway.ts'`],
    ['rest-facade/main.ts', `import '../site/forms.ts'`],
  ],
  'only-roots-import-all': [
    ['gateway/gateway.ts', `import type {} from '../config.ts'`],
    ['gateway/gateway.ts', `import type {} from '../product.ts'`],
    ['subgraphs/booking/caller.ts', `import './main.ts'`],
    ['subgraphs/booking/server.ts', `import '../../cli/audit/audit.ts'`],
  ],
  'bench-imports-no-entry-point': [['bench/own-subgraph.ts', `import '../subgraphs/booking/main.ts'`]],
  'platform-imports-no-service': [
    ['platform/process/config.ts', `import type {} from '../../schema/errors.ts'`],
    ['platform/values/clock.ts', `import '../../gateway/gateway.ts'`],
  ],
  'schema-imports-nothing': [['schema/errors.ts', `import '../platform/values/clock.ts'`]],
  'features-import-through-index': [
    [
      'subgraphs/booking/reservation/create/create.ts',
      `import type { slots as other } from '../../availability/rules/slots.ts'`,
    ],
    ['rest-facade/tour/routes.ts', `import '../cenote/routes.ts'`],
    ['rest-facade/http/errors.ts', `import '../tour/routes.ts'`],
    ['gateway/execution/run/run-plan.ts', `import '../plan/variants.ts'`],
  ],
  'wiring-imports-through-index': [
    ['subgraphs/booking/caller.ts', `import './reservation/create/create.ts'`],
    ['subgraphs/booking/server.ts', `import type {} from './reservation/resolvers.ts'`],
    ['gateway/execution/engine.ts', `import './plan/variants.ts'`],
  ],
  'engine-is-imported-through-index': [
    ['gateway/gateway.ts', `import type {} from './execution/engine.ts'`],
    ['bench/own-subgraph.ts', `import '../gateway/execution/plan/index.ts'`],
  ],
  'packages-import-only-the-engine': [
    ['packages/open-gateway/gateway.ts', `import '../../gateway/gateway.ts'`],
    ['packages/open-gateway/gateway.ts', `import type {} from '../../schema/errors.ts'`],
  ],
  'packages-are-not-imported': [['gateway/gateway.ts', `import '../packages/open-gateway/gateway.ts'`]],
  'stages-import-nothing-above': [['gateway/execution/plan/variants.ts', `import type {} from '../engine.ts'`]],
  'only-repositories-reach-the-database': [
    ['subgraphs/booking/reservation/create/create.ts', `import pg from 'pg'\nexport { pg }`],
    ['subgraphs/booking/reservation/loaders.ts', `import '../generated/prisma/client.ts'`],
  ],
  'repositories-do-not-import-upwards': [
    ['subgraphs/booking/reservation/store/repository.ts', `import '../../context.ts'`],
    ['subgraphs/booking/reservation/store/list.ts', `import '../resolvers.ts'`],
    ['subgraphs/booking/reservation/create/store.ts', `import '../resolvers.ts'`],
  ],
  'only-index-imports-resolvers': [
    ['subgraphs/booking/reservation/loaders.ts', `import './resolvers.ts'`],
    ['subgraphs/booking/server.ts', `import './reservation/resolvers.ts'`],
  ],
  'rules-are-pure': [
    ['subgraphs/booking/reservation/rules/lifecycle.ts', `import '../store/repository.ts'`],
    ['subgraphs/booking/availability/rules/slots.ts', `import 'node:fs'`],
  ],
  'clients-have-no-database': [
    ['rest-facade/cenote/routes.ts', `import type {} from '../../platform/postgres/database.ts'`],
    ['site/server.ts', `import '../platform/postgres/database.ts'`],
  ],
  'no-cycles': [
    ['subgraphs/booking/availability/index.ts', `import '../reservation/create/create.ts'`],
    ['subgraphs/booking/context.ts', `import type {} from './reservation/index.ts'`],
  ],
  'no-folder-cycles': [
    ['gateway/execution/plan/variants.ts', `import type {} from '../run/shared-reads.ts'`],
    ['subgraphs/booking/availability/index.ts', `import '../reservation/loaders.ts'`],
  ],
  'no-development-packages': [
    ['gateway/gateway.ts', `import 'jest'`],
    ['site/server.ts', `import 'jest'`],
  ],
  'no-undeclared-packages': [['gateway/gateway.ts', `import 'stray'`]],
  'tests-are-not-imported': [['gateway/gateway.ts', `import '../tests/testkit/start.ts'`]],
  'no-unresolvable-imports': [['gateway/gateway.ts', `import './nowhere.ts'`]],
}

interface Summary {
  /** `from` is a file, or a folder where a rule is about folders. */
  readonly violations: readonly { readonly rule: { readonly name: string }; readonly from: string }[]
  readonly totalCruised: number
}

const modules = [
  'main.ts',
  'product.ts',
  'config.ts',
  'bench',
  'cli',
  'gateway',
  'packages',
  'platform',
  'rest-facade',
  'schema',
  'site',
  'subgraphs',
  'tests',
]

function withImports(imports: readonly (readonly [file: string, addition: string])[]): Tree {
  const tree: Record<string, string> = { ...cleanTree }
  for (const [file, addition] of imports) tree[file] = `${tree[file] ?? ''}${addition}\n`
  return tree
}

describe('boundary rules', () => {
  /** Of each rule's tree, and of the clean one. */
  let violations: Record<string, { from: string; rule: string }[]>

  /** Checks each tree, in a folder of its own, against the rules of this repository. */
  beforeAll(async () => {
    const base = await mkdtemp(path.join(tmpdir(), 'cenotes-boundaries-'))
    const trees: [name: string, tree: Tree][] = [
      ['clean', cleanTree],
      ...Object.entries(forbiddenImports).map(([rule, imports]): [string, Tree] => [rule, withImports(imports)]),
    ]
    for (const [name, tree] of trees)
      for (const [file, text] of Object.entries(tree)) {
        await mkdir(path.dirname(path.join(base, name, file)), { recursive: true })
        await writeFile(path.join(base, name, file), text)
      }
    const script = path.join(root, 'tests/codebase/check-trees.mjs')
    const folders = trees.map(([name]) => path.join(base, name))
    violations = Object.fromEntries(trees.map(([name]) => [name, []]))
    for (const config of configs) {
      const { stdout } = await run(process.execPath, [script, config, JSON.stringify(modules), ...folders])
      const summaries = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Summary)
      expect(summaries).toHaveLength(trees.length)
      for (const [index, summary] of summaries.entries()) {
        expect(summary.totalCruised).toBeGreaterThan(20)
        const found = summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }))
        violations[trees[index]?.[0] ?? '']?.push(...found)
      }
    }
    await rm(base, { recursive: true, force: true })
  })

  it('report nothing for a tree without violations', () => {
    expect(violations['clean']).toEqual([])
  })

  it.each(Object.entries(forbiddenImports))('%s reports each forbidden import', (rule, imports) => {
    const reported = (file: string): string => (rule === 'no-folder-cycles' ? path.posix.dirname(file) : file)
    expect(violations[rule]).toEqual(expect.arrayContaining(imports.map(([file]) => ({ from: reported(file), rule }))))
  })

  it('each have a forbidden import in this test', async () => {
    const names: string[] = []
    for (const config of configs) {
      const { default: rules } = (await import(config)) as { default: { forbidden: { name: string }[] } }
      names.push(...rules.forbidden.map(({ name }) => name))
    }
    expect(names.sort()).toEqual(Object.keys(forbiddenImports).sort())
  })
})
