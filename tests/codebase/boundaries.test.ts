import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const config = path.join(root, '.dependency-cruiser.cjs')

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
  'main.ts': `import './gateway/gateway.ts'\nimport './rest-facade/server.ts'\nimport './subgraphs/booking/server.ts'\nimport './subgraphs/catalog/server.ts'\n`,
  'config.ts': `import { port } from './platform/process/config.ts'\nexport const settings = { port }\n`,
  'cli/audit/audit.ts': `import '../../subgraphs/booking/server.ts'\n`,
  'platform/process/config.ts': 'export const port = 4000\n',
  'platform/values/clock.ts': 'export const now = () => new Date()\n',
  'platform/postgres/database.ts': `import pg from 'pg'\nexport const open = () => pg\n`,
  'schema/errors.ts': `export const apiError = (code) => new Error(code)\n`,
  'gateway/gateway.ts': `import '../platform/process/config.ts'\nimport '../schema/errors.ts'\n`,
  'rest-facade/server.ts': `import './cenote/index.ts'\n`,
  'rest-facade/cenote/index.ts': `export { routes } from './routes.ts'\n`,
  'rest-facade/cenote/routes.ts': `import '../../platform/process/config.ts'\nexport const routes = []\n`,
  'rest-facade/tour/index.ts': `export { tours } from './routes.ts'\n`,
  'rest-facade/tour/routes.ts': `import { routes } from '../cenote/index.ts'\nexport const tours = routes\n`,
  'subgraphs/catalog/server.ts': `import '../../platform/process/config.ts'\n`,
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
  'subgraphs/booking/reservation/commands/reserve.ts': `import { slots } from '../../availability/index.ts'\nexport const reserve = () => slots\n`,
  'subgraphs/booking/reservation/resolvers.ts': `import { reserve } from './commands/reserve.ts'\nexport const resolvers = { reserve }\n`,
  'subgraphs/booking/availability/index.ts': `export { slots } from './slots.ts'\n`,
  'subgraphs/booking/availability/slots.ts': `import { now } from '../../../platform/values/clock.ts'\nexport const slots = () => now()\n`,
  'subgraphs/booking/reservation/reserve.test.ts': `import 'jest'\nimport pg from 'pg'\nimport { start } from '../../../tests/testkit/start.ts'\nimport { reserve } from './commands/reserve.ts'\nexport default [pg, start, reserve]\n`,
  'tests/testkit/start.ts': `import '../../main.ts'\nimport 'jest'\nexport const start = () => undefined\n`,
}

/** Forbidden imports for each rule: the file that gets the import, and the import. */
const forbiddenImports: Readonly<Record<string, readonly (readonly [file: string, addition: string])[]>> = {
  'services-do-not-import-each-other': [
    ['gateway/gateway.ts', `import '../subgraphs/booking/reservation/index.ts'`],
    ['rest-facade/cenote/routes.ts', `import type {} from '../../gateway/gateway.ts'`],
    ['subgraphs/booking/reservation/commands/reserve.ts', `import '../../../catalog/server.ts'`],
  ],
  'only-roots-import-all': [
    ['gateway/gateway.ts', `import type {} from '../config.ts'`],
    ['subgraphs/booking/caller.ts', `import './main.ts'`],
    ['subgraphs/booking/server.ts', `import '../../cli/audit/audit.ts'`],
  ],
  'platform-imports-no-service': [
    ['platform/process/config.ts', `import type {} from '../../schema/errors.ts'`],
    ['platform/values/clock.ts', `import '../../gateway/gateway.ts'`],
  ],
  'schema-imports-nothing': [['schema/errors.ts', `import '../platform/values/clock.ts'`]],
  'features-import-through-index': [
    [
      'subgraphs/booking/reservation/commands/reserve.ts',
      `import type { slots as other } from '../../availability/slots.ts'`,
    ],
    ['rest-facade/tour/routes.ts', `import '../cenote/routes.ts'`],
  ],
  'wiring-imports-through-index': [
    ['subgraphs/booking/caller.ts', `import './reservation/commands/reserve.ts'`],
    ['subgraphs/booking/server.ts', `import type {} from './reservation/resolvers.ts'`],
  ],
  'only-repositories-reach-the-database': [
    ['subgraphs/booking/reservation/commands/reserve.ts', `import pg from 'pg'\nexport { pg }`],
    ['subgraphs/booking/reservation/loaders.ts', `import '../generated/prisma/client.ts'`],
  ],
  'repositories-do-not-import-upwards': [
    ['subgraphs/booking/reservation/store/repository.ts', `import '../../context.ts'`],
    ['subgraphs/booking/reservation/store/list.ts', `import '../resolvers.ts'`],
  ],
  'only-index-imports-resolvers': [
    ['subgraphs/booking/reservation/loaders.ts', `import './resolvers.ts'`],
    ['subgraphs/booking/server.ts', `import './reservation/resolvers.ts'`],
  ],
  'rules-are-pure': [
    ['subgraphs/booking/reservation/rules/lifecycle.ts', `import '../store/repository.ts'`],
    ['subgraphs/booking/availability/slots.ts', `import 'node:fs'`],
  ],
  'facade-has-no-database': [
    ['rest-facade/cenote/routes.ts', `import type {} from '../../platform/postgres/database.ts'`],
  ],
  'no-cycles': [
    ['subgraphs/booking/availability/index.ts', `import '../reservation/commands/reserve.ts'`],
    ['subgraphs/booking/context.ts', `import type {} from './reservation/index.ts'`],
  ],
  'no-development-packages': [['gateway/gateway.ts', `import 'jest'`]],
  'no-undeclared-packages': [['gateway/gateway.ts', `import 'stray'`]],
  'tests-are-not-imported': [['gateway/gateway.ts', `import '../tests/testkit/start.ts'`]],
  'no-unresolvable-imports': [['gateway/gateway.ts', `import './nowhere.ts'`]],
}

interface CruiseResult {
  summary: { violations: { rule: { name: string }; from: string }[]; totalCruised: number }
}

describe('boundary rules', () => {
  let folder: string
  let trees = 0

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cenotes-boundaries-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Checks a tree in its own folder against the rules of this repository. */
  async function violations(tree: Tree): Promise<{ from: string; rule: string }[]> {
    const base = path.join(folder, String((trees += 1)))
    for (const [file, text] of Object.entries(tree)) {
      await mkdir(path.dirname(path.join(base, file)), { recursive: true })
      await writeFile(path.join(base, file), text)
    }
    const cli = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
    const modules = [
      'main.ts',
      'config.ts',
      'cli',
      'gateway',
      'platform',
      'rest-facade',
      'schema',
      'subgraphs',
      'tests',
    ]
    // The exit code is the number of violations; the report lists them.
    const { stdout } = await run(process.execPath, [cli, '--config', config, '--output-type', 'json', ...modules], {
      cwd: base,
    }).catch((error: { stdout?: string }) => {
      if (!error.stdout) throw error
      return { stdout: error.stdout }
    })
    const { summary } = JSON.parse(stdout) as CruiseResult
    expect(summary.totalCruised).toBeGreaterThan(20)
    return summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }))
  }

  it('report nothing for a tree without violations', async () => {
    expect(await violations(cleanTree)).toEqual([])
  })

  it.each(Object.entries(forbiddenImports))('%s reports each forbidden import', async (rule, imports) => {
    const tree: Record<string, string> = { ...cleanTree }
    for (const [file, addition] of imports) tree[file] = `${tree[file] ?? ''}${addition}\n`
    expect(await violations(tree)).toEqual(expect.arrayContaining(imports.map(([from]) => ({ from, rule }))))
  })

  it('each have a forbidden import in this test', async () => {
    const { default: rules } = (await import(config)) as { default: { forbidden: { name: string }[] } }
    expect(rules.forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(forbiddenImports).sort())
  })
})
