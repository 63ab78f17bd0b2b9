import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { runCommand } from '../testkit/command.ts'
import { testServerUrl } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import { ended, spawnCommand, spawnProcess } from '../testkit/process.ts'
import { wherePossible } from '../testkit/where-possible.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-command-line-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const commands = ['cli/keys', 'cli/trust', 'cli/rates', 'cli/audit', 'cli/catalog'] as const

/** Runs an entry to its end in its own process. */
async function run(entry: string, environment: Record<string, string>, args: string[] = []) {
  const process = spawnProcess(`${entry}.js`, environment, args)
  const code = await ended(process.child)
  return { code, output: process.output() }
}

const doesExist = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

describe('a port that is in use', () => {
  let other: Server
  let port: string
  beforeAll(async () => {
    other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    port = String((other.address() as AddressInfo).port)
  })
  afterAll(() => new Promise((resolve) => other.close(resolve)))

  it('is named before anything is written', async () => {
    const dataFolder = path.join(folder, 'never')
    expect(await run('main', { PORT: port, DATA_DIR: dataFolder })).toEqual({
      code: 1,
      output: `PORT ${port} is in use on 127.0.0.1: stop the process that listens there, or set another PORT\n`,
    })
    expect(await doesExist(dataFolder)).toBe(false)
  })

  it('is reported by a service that runs alone, before it looks for its database', async () => {
    const settings = {
      SIGNING_SECRET: 'a secret of the test, long enough for it',
      DATABASE_URL: 'postgres://127.0.0.1:9',
    }
    expect(await run('subgraphs/catalog/main', { ...settings, PORT: port })).toEqual({
      code: 1,
      output: expect.stringMatching(new RegExp(`^PORT ${port} is in use`)),
    })
  })

  it('is reported for a HOST that is not of this machine', async () => {
    expect(await run('main', { PORT: port, HOST: '203.0.113.1', DATA_DIR: path.join(folder, 'never') })).toEqual({
      code: 1,
      output: 'HOST 203.0.113.1 is not an address of this machine\n',
    })
  })
})

describe('settings that cannot be used', () => {
  it('are reported with a description of valid values', async () => {
    const { code, output } = await run('main', {
      PORT: '4000.5',
      LOG_LEVEL: 'loud',
      HEADERS_TIMEOUT_SECONDS: '0',
      DATABASE_URL: 'postgres://user:pa#ss@host:5432',
      DEMO_DATA: 'perhaps',
      SIGNING_SECRET: 'short',
      PUBLIC_URL: 'ftp://example.com',
      REDIS_URL: 'localhost',
      SMTP_URL: 'http://example.com',
      TRUST_PROXY: '10.0.0.0/33',
      CORS_ORIGINS: 'https://a.example, b.example',
      WEBHOOK_RETRY_SCHEDULE: 'soon',
    })
    expect(code).toBe(1)
    expect(output.trimEnd().split('\n').sort()).toEqual(
      [
        'The settings cannot be used:',
        '  - PORT must be a whole number from 0 to 65535',
        '  - LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
        '  - HEADERS_TIMEOUT_SECONDS must be a number of at least 0.1',
        '  - DATABASE_URL must be an address such as postgres://user:password@host:5432, special characters of the password encoded (# as %23, @ as %40, / as %2F)',
        '  - DEMO_DATA must be true or false',
        '  - SIGNING_SECRET must be at least 32 characters long',
        '  - PUBLIC_URL must be an address such as https://example.com',
        '  - REDIS_URL must be an address such as redis://host:6379',
        '  - SMTP_URL must be an address such as smtp://user:password@host:587',
        '  - TRUST_PROXY must be true, false, how many proxies stand in a row (0 to 9), or their addresses and networks, separated by commas',
        '  - CORS_ORIGINS must be * or origins such as https://example.com, separated by commas',
        '  - WEBHOOK_RETRY_SCHEDULE must be 1 to 30 numbers of seconds, separated by commas',
      ].sort(),
    )
  })

  it('of a part that runs alone are all reported at once', async () => {
    const { output } = await run('subgraphs/booking/main', { LOG_LEVEL: 'loud', MAIL_FROM: 'x' })
    for (const line of [
      'LOG_LEVEL must be one of',
      'DATABASE_URL is required',
      'CATALOG_URL is required',
      'MAIL_FROM must',
    ])
      expect(output).toContain(`  - ${line}`)
  })
})

describe('a Node.js that is too old', () => {
  it.each(['start', 'keys'])('is refused by the script `%s` in one line', async (name) => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }
    const old = path.join(folder, 'old-node.cjs')
    await writeFile(
      old,
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })",
    )
    const refused = spawnCommand(['sh', '-c', scripts[name] ?? ''], { NODE_OPTIONS: `-r ${old}` })
    expect(await ended(refused.child)).toBe(1)
    expect(refused.output()).toBe('Node.js 20.19 or later is needed, and this is 18.20.8\n')
  })
})

describe('a DATA_DIR that does not exist', () => {
  it('is announced once, for its name may be misspelt', async () => {
    const dataFolder = path.join(folder, 'a new one')
    const announcement = `Created the data folder ${dataFolder}, which did not exist (DATA_DIR)\n`
    const first = await runCommand('cli/keys/main', { DATA_DIR: dataFolder }, ['list'])
    expect(first).toEqual({ code: 0, output: `${announcement}There are no keys.\n` })
    expect(await runCommand('cli/keys/main', { DATA_DIR: dataFolder }, ['list'])).toEqual({
      code: 0,
      output: 'There are no keys.\n',
    })
  })

  it('and cannot be created is reported', async () => {
    const file = path.join(folder, 'a file')
    await writeFile(file, '')
    const { code, output } = await runCommand('cli/keys/main', { DATA_DIR: path.join(file, 'below') }, ['list'])
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^DATA_DIR \S+\/a file\/below cannot be created: ENOTDIR/),
    ])
    expect(output.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('a command of the operator', () => {
  const server = () => ({ DATABASE_URL: testServerUrl() })

  it.each(commands)('shows its usage for an option that it does not know: %s', async (command) => {
    const { code, output } = await runCommand(`${command}/main`, {}, ['--colour'])
    expect(code).toBe(1)
    expect(output).toMatch(/^Unknown option '--colour'/)
    expect(output).toContain('npm run ')
    expect(output).not.toContain('    at ')
  })

  it.each([
    ['cli/keys', ['list', '--environment', 'test']],
    ['cli/trust', ['--list', '--environment', 'test']],
    ['cli/rates', ['list', '--environment', 'test']],
    ['cli/catalog', ['export', '--environment', 'test']],
  ])('names the environments when there is none of that name: %s', async (command, args) => {
    expect(await runCommand(`${command}/main`, server(), args)).toEqual({
      code: 1,
      output: '--environment must be one of live, sandbox\n',
    })
  })

  it('says that there is no such partner, and exits 1: keys list --partner Nobody', async () => {
    expect(await runCommand('cli/keys/main', server(), ['list', '--partner', 'Nobody'])).toEqual({
      code: 1,
      output: 'There is no partner Nobody\n',
    })
  })

  it('names each document that cannot be trusted, and starts no database for it', async () => {
    const file = path.join(folder, 'bad.graphql')
    await writeFile(file, 'query { nothing')
    const dataFolder = path.join(folder, 'never')
    expect(await runCommand('cli/trust/main', { DATA_DIR: dataFolder }, [file])).toEqual({
      code: 1,
      output: `Nothing was added:\n  - ${file}: Syntax Error: Expected Name, found <EOF>.\n`,
    })
    expect(await doesExist(dataFolder)).toBe(false)
  })

  describe('for installation files', () => {
    let own: OwnPostgres
    beforeAll(async () => {
      own = await startOwnPostgres()
    })
    afterAll(() => own.stop())

    it('takes an installation from a file to another environment, and asks for --yes without a terminal', async () => {
      const settings = { DATABASE_URL: own.url, DATA_DIR: path.join(folder, 'never') }
      const catalog = (...args: string[]) => runCommand('cli/catalog/main', settings, args)
      const file = path.join(folder, 'starter.yaml')
      expect(await catalog('init', file)).toMatchObject({ code: 0, output: expect.stringContaining(`Wrote ${file}`) })
      expect((await catalog('init', file)).output).toBe(`${file}: exists already\n`)
      expect(JSON.parse(await readFile(path.join(folder, 'installation.schema.json'), 'utf8'))).toMatchObject({
        properties: { cenotes: { items: { properties: { slug: { pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' } } } } },
      })
      // In its own process, which has no terminal.
      const refused = await run('cli/catalog/main', settings, ['import', file])
      const migrating = ['catalog', 'booking', 'pricing'].map(
        (name) => `Migrating the database ${name} to this version`,
      )
      expect(refused.output.split('\n').slice(0, 3)).toEqual(migrating)
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('+ cenotes cenote-azul') })
      expect(refused.output).toMatch(/Nothing was changed\. There is no terminal to ask on: add --yes to do this\.\n$/)
      expect(await catalog('import', file, '--dry-run')).toMatchObject({ code: 0 })
      const empty = await catalog('export')
      expect(empty.output).not.toMatch(/cenote-azul|Migrating/)
      // docs/operators/installation-files.md lists what an empty installation has.
      const { taxes, ageConfigurations, exchangeRates, transportGroupDiscounts, ...others } = JSON.parse(empty.output)
      expect(taxes).toEqual([{ name: 'IVA', percent: 16 }])
      expect(exchangeRates.map(({ currency }: { currency: string }) => currency)).toEqual([
        'CAD',
        'EUR',
        'GBP',
        'MXN',
        'USD',
      ])
      expect(transportGroupDiscounts).toEqual([
        { minPeople: 6, percent: 10 },
        { minPeople: 10, percent: 15 },
      ])
      expect(ageConfigurations).toHaveLength(5)
      expect(Object.values(others).filter((value) => Array.isArray(value) && value.length > 0)).toEqual([])
      expect(await catalog('import', file, '--yes')).toMatchObject({
        code: 0,
        output: expect.stringMatching(/Done in live/),
      })
      expect((await catalog('copy', '--from', 'live', '--to', 'sandbox', '--yes')).output).toContain(
        '+ cenotes cenote-azul',
      )
      const exported = await catalog('export', '--environment', 'sandbox', '--format', 'yaml')
      expect(exported.output).toBe((await catalog('export', '--format', 'yaml')).output)
      expect(exported.output).toContain('slug: cenote-azul')
      expect((await catalog('import', file, '--yes', '--dry-run')).output).toBe(
        '--dry-run and --yes exclude each other\n',
      )
      expect((await catalog('copy', '--from', 'live', '--to', 'live')).code).toBe(1)
      expect((await catalog('export', '--format', 'xml')).output).toBe('--format must be one of json, yaml\n')
      expect((await catalog('import', path.join(folder, 'missing.json'))).output).toMatch(/cannot be read: ENOENT/)
    })

    wherePossible(existsSync('/usr/bin/script'), 'the program script').it(
      'asks on a terminal before it imports',
      async () => {
        const file = path.join(folder, 'asked.yaml')
        const settings = { DATABASE_URL: own.url, DATA_DIR: path.join(folder, 'never') }
        expect((await runCommand('cli/catalog/main', settings, ['init', file])).code).toBe(0)
        await writeFile(file, (await readFile(file, 'utf8')).replaceAll('cenote-azul', 'cenote-asked'))
        const respondingWith = async (response: string): Promise<string> => {
          const command = `${process.execPath} dist/cli/catalog/main.js import ${file}`
          const terminal = spawnCommand(['sh', '-c', `echo ${response} | script -qec "${command}" /dev/null`], settings)
          expect(await ended(terminal.child)).toBe(0)
          return terminal.output()
        }
        expect(await respondingWith('n')).toMatch(/Do this in live\? \[y\/N\] [^]*Nothing was changed\./)
        expect(await respondingWith('y')).toMatch(/Do this in live\? \[y\/N\] [^]*Done in live\./)
        expect((await runCommand('cli/catalog/main', settings, ['export'])).output).toContain('cenote-asked')
      },
    )
  })

  it('names the file of rates that cannot be read', async () => {
    const file = path.join(folder, 'missing.json')
    const { code, output } = await runCommand('cli/rates/main', server(), ['import', file])
    expect([code, output]).toEqual([1, expect.stringMatching(/^\S+missing\.json: cannot be read: ENOENT[^\n]*\n$/)])
  })
})

describe('a signal to an import', () => {
  it('ends it while it reads its file', async () => {
    const file = path.join(folder, 'large.yaml')
    await writeFile(file, `formatVersion: 1\ncenotes:\n${'- 1\n'.repeat(1_900_000)}`)
    const { child } = spawnProcess('cli/catalog/main.js', {}, ['import', file, '--dry-run'])
    // It computes without a pause then, and for many times as long.
    await eventually(async () => (await processorSeconds(child.pid)) > 2, true)
    await ended(child, 'SIGTERM')
    // A handler of the command, which exits with a code, could only have run afterwards.
    expect(child.signalCode).toBe('SIGTERM')
  })

  /** From /proc/<pid>/stat, in hundredths of a second; the name of the program is in parentheses. */
  async function processorSeconds(pid = 0): Promise<number> {
    const [user, system] = (await readFile(`/proc/${pid}/stat`, 'utf8'))
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) / 100
  }
})
