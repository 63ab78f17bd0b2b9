import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { transformSync } from '@swc/core'
import { format } from 'prettier'
import { freePort } from '../../platform/process/free-port.ts'
import { startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import { startTestProduct, type TestProduct } from '../testkit/product.ts'
import { wherePossible } from '../testkit/where-possible.ts'

const run = promisify(execFile)
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0

/** The code of a page in one language, in the order of the page. */
async function samples(page: string, language: string): Promise<string[]> {
  const text = await readFile(`docs/${page}.md`, 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)
}

// On a server of its own, as the embedded one is: what other tests write holds events back on a shared one, and the pages
// read an event right after its cause.
let server: OwnPostgres
let product: TestProduct
beforeAll(async () => {
  server = await startOwnPostgres()
  product = await startTestProduct({ DATABASE_URL: server.url })
})
afterAll(async () => {
  await product.close()
  await server.stop()
})
const environment = async () => ({
  env: { ...process.env, BASE: product.url, RECEIVER_PORT: String(await freePort()) },
})

const runShell = async (commands: readonly string[]): Promise<string> =>
  (await run('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], await environment())).stdout
const runPython = async (parts: readonly string[]): Promise<string> =>
  (await run('python3', ['-c', parts.join('\n')], await environment())).stdout
async function runTypeScript(parts: readonly string[]): Promise<string> {
  const { code } = transformSync(parts.join('\n'), {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  })
  return (await run(process.execPath, ['--input-type=module', '-e', code], await environment())).stdout
}

const shell = wherePossible(has('jq') && has('curl'), 'curl and jq (apt-get install curl jq)')
shell.describe('the commands of a quickstart', () => {
  shell.it.each(['partner', 'frontend', 'subscriber', 'operator'])('run one after another: %s', async (page) => {
    const commands = await samples(`quickstarts/${page}`, 'sh')
    expect(commands.length).toBeGreaterThan(0)
    const expected: Record<string, string | RegExp> = {
      partner: /^genuine: reservation\.confirmed CEN-\w{6}$/m,
      frontend: /^web_test_\S+\n.+\nORIGIN_NOT_ALLOWED$/m,
      subscriber: '"type":"AVAILABILITY_UPDATED"',
      operator: 'ready',
    }
    expect(await runShell(commands)).toMatch(expected[page] ?? '')
  })

  // When this fails: WRITE_QUICKSTARTS=yes npm run test:all -- tests/docs/quickstarts -t reseller
  shell.it('print what the page shows below them: reseller', async () => {
    const page = 'docs/quickstarts/reseller.md'
    const sample = /^```sh\n([^]*?)^```\n\n```json\n([^]*?)^```/gm
    const text = await readFile(page, 'utf8')
    const commands = [...text.matchAll(sample)].map(([, code = '']) => code)
    expect(commands).toEqual(await samples('quickstarts/reseller', 'sh'))
    const printed = (await runShell(commands.map((code) => `${code}printf '\\0'`))).split('\0').slice(0, -1)
    if (process.env.WRITE_QUICKSTARTS) {
      const outputs = await Promise.all(
        printed.map((output) => format(JSON.stringify(JSON.parse(output)), { parser: 'json', printWidth: 120 })),
      )
      const written = text.replaceAll(
        sample,
        (_, code) => `\`\`\`sh\n${code}\`\`\`\n\n\`\`\`json\n${outputs.shift()}\`\`\``,
      )
      await writeFile(page, written.replaceAll(product.url, 'http://127.0.0.1:4000'))
      return
    }
    const shown = [...text.matchAll(sample)].map(([, , output = '']) => output)
    expect(printed.map((output) => shapeOf(JSON.parse(output)))).toEqual(
      shown.map((output) => shapeOf(JSON.parse(output))),
    )
  })
})

/** Members, values of enums, and the types of what differs from day to day. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
  return typeof value === 'number' || (typeof value === 'string' && !/^[A-Z_]+$/.test(value)) ? typeof value : value
}

const python = wherePossible(has('python3'), 'python3')
/** The output of each operation on the page of samples, in any language. */
const printed = [
  ['List cenotes', 'Gran Cenote'],
  ['Read one cenote', 'Tulum'],
  ['Availability', 'true'],
  ['Calculate a price', '116000'],
  ['Quote a price', '116000'],
  ['Query with GraphQL', 'Gran Cenote 50000'],
  ['Create a reservation', 'pending'],
  ['Modify it', '580'],
  ['Confirm it', 'confirmed'],
  ['Download its ticket', '%PDF-'],
  ['Check the guests in', 'in_progress'],
  ['Reserve at a quoted price, and cancel', 'cancelled'],
  ['Read the events', 'reservation.created'],
  ['Subscribe', 'RESERVATION_CREATED'],
  ['Follow availability', 'AVAILABILITY_UPDATED'],
  ['Verify a webhook', 'genuine'],
]
const output = `${printed.map(([, line]) => line).join('\n')}\n`

shell.it('the samples in curl do what the page says', async () => {
  expect(await runShell(await samples('samples', 'sh'))).toBe(output)
})

it('the samples in TypeScript do what the page says', async () => {
  expect(await runTypeScript(await samples('samples', 'ts'))).toBe(output)
})

python.it('the samples in Python do what the page says', async () => {
  expect(await runPython(await samples('samples', 'python'))).toBe(output)
})

it.each(['sh', 'ts', 'python'])('every operation on the page of samples has one in %s', async (language) => {
  const operations = (await samples('samples', language)).flatMap((code) =>
    [...code.matchAll(/^(?:#|\/\/) (.+)$/gm)].map(([, operation = '']) => operation),
  )
  expect(operations).toEqual([...printed.map(([operation]) => operation), 'Register a webhook'])
})

it('the page of samples lists every operation, and has each section in each language', async () => {
  const [introduction = '', ...sections] = (await readFile('docs/samples.md', 'utf8')).split(/^## /m)
  for (const [operation = ''] of printed) expect(introduction).toContain(operation)
  for (const section of sections)
    expect([...section.matchAll(/^```(\w+)$/gm)].map(([, language]) => language)).toEqual(['sh', 'ts', 'python'])
})
