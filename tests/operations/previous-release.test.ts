import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe as everywhere, expect, it } from '@jest/globals'
import { sql } from '../testkit/database.ts'
import { playMainJob } from '../testkit/main-job.ts'
import { startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import {
  ended,
  nodeCommand,
  spawnCommand,
  spawnProcess,
  startProcess,
  untilReady,
  type RunningProcess,
} from '../testkit/process.ts'

const git = (...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined
}

/**
 * The commit of PREVIOUS_RELEASE, the last tag of a release, or without a tag the commit that is noted as released. Any
 * other commit need not be one that runs.
 */
const previous =
  process.env['PREVIOUS_RELEASE'] ??
  git('describe', '--tags', '--match', 'v*', '--abbrev=0') ??
  readFileSync('schema/released/commit', 'utf8').trim()

// Only a copy of the sources without their history cannot show the release: where there is a history, it must have it.
const describe = git('rev-parse', '--is-shallow-repository') === 'false' ? everywhere : everywhere.skip

describe('the release before, on databases migrated by this one', () => {
  let folder: string
  let server: OwnPostgres
  let old: RunningProcess | undefined
  const running: RunningProcess[] = []
  const settings = (name: string): Record<string, string> => ({
    DATABASE_URL: server.url,
    DEMO_DATA: 'true',
    DATA_DIR: path.join(folder, name),
    PORT: '0',
    SIGNING_SECRET: 'a secret of the test, the same in every process',
    WEBHOOK_PRIVATE_ADDRESSES: 'all',
  })

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cenotes-previous-'))
    // Packages that only the release before uses are development dependencies until the next release.
    const archive = execFileSync('git', ['archive', previous], { maxBuffer: 1_000_000_000 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    server = await startOwnPostgres({ settings: { max_connections: '300' } })
  }, 600_000)
  afterAll(async () => {
    for (const one of running) await one.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('are prepared by the command, and again without a change', async () => {
    for (const _time of ['first', 'second']) {
      const migrating = spawnProcess('cli/migrate/main.js', { DATABASE_URL: server.url })
      expect([await ended(migrating.child), migrating.output()]).toEqual([
        0,
        'access: up to date\ncatalog: up to date\npricing: up to date\nbooking: up to date\n',
      ])
    }
    const applied = await sql('booking', 'SELECT 1 FROM live._prisma_migrations', [], server.url)
    expect(applied.length).toBeGreaterThan(10)
  })

  it('serves the whole main job', async () => {
    const entry = path.join(folder, 'dist/main.js')
    old = await untilReady(spawnCommand([...nodeCommand, entry], settings('old')), 'the release before')
    running.push(old)
    await playMainJob(old.url(), old.url())
  }, 180_000)

  it('serves it beside this one, and both serve it on the same data', async () => {
    if (!old) throw new Error('The release before did not start')
    const now = await startProcess('main.js', settings('new'))
    running.push(now)
    await playMainJob(now.url(), now.url())
    await playMainJob(old.url(), old.url())
  }, 180_000)
})
