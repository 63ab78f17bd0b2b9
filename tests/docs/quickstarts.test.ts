import { execFile, spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { freePort } from '../../platform/process/free-port.ts'
import { ownDatabases, startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import { startTestProduct, type TestProduct } from '../testkit/product.ts'
import { wherePossible } from '../testkit/where-possible.ts'
import { inFolderWithPackages, runPage, runShell, samples } from './page.ts'

const run = promisify(execFile)
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0

// On a server of its own, as the embedded one is: what other tests write holds events back on a shared one, and the pages
// read an event right after its cause.
let server: OwnPostgres
let product: TestProduct
beforeAll(async () => {
  server = await startOwnPostgres({ demoData: true })
  product = await startTestProduct({ DATABASE_URL: server.url }, ownDatabases)
})
afterAll(async () => {
  await product.close()
  await server.stop()
})

/** Runs the parts of a program, which its reader would save as one file. */
const runProgram = async (program: string, args: readonly string[], parts: readonly string[]): Promise<string> =>
  (await run(program, [...args, parts.join('\n')], { env: { ...process.env, BASE: product.url } })).stdout

const typesPage = 'docs/quickstarts/frontend.md'
// Without `types` the compiler would read the types of every package here.
const typeCheck =
  '--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --types node'.split(' ')
const pages = ['README.md', ...(await readdir('docs/quickstarts')).map((file) => `docs/quickstarts/${file}`)]
const shell = wherePossible(has('jq') && has('curl'), 'curl and jq (apt-get install curl jq)')
// When this fails: WRITE_PAGES=yes npm run test:all -- tests/docs/quickstarts
shell.it.each(pages)('the commands of a page print what it shows below them: %s', async (page) => {
  const outputs = await inFolderWithPackages(async (folder) => {
    if (page === typesPage) await generateTypes(folder)
    return runPage(page, product.url, { RECEIVER_PORT: String(await freePort()) }, folder)
  })
  expect(outputs.length).toBeGreaterThan(0)
  expect(outputs.map(({ printed }) => printed)).toEqual(outputs.map(({ shown }) => shown))
})

/** Does by the installed packages what the page of frontends does with its files: generates types, and checks programs by them. */
async function generateTypes(folder: string): Promise<void> {
  const [settings = ''] = await samples(typesPage, 'yaml')
  const [operation = ''] = await samples(typesPage, 'graphql')
  const programs = await samples(typesPage, 'ts')
  const files: Record<string, string> = {
    'package.json': '{"type": "module"}',
    'schema.graphql': await (await fetch(`${product.url}/schema.graphql`)).text(),
    'codegen.yml': settings,
    'src/cenotes.graphql': operation,
    ...Object.fromEntries(programs.map((code, index) => [`src/${index === 0 ? 'main' : `program${index}`}.ts`, code])),
  }
  await mkdir(path.join(folder, 'src'))
  for (const [name, text] of Object.entries(files))
    await writeFile(path.join(folder, name), text.replaceAll('http://127.0.0.1:4000', product.url))
  await run(process.execPath, [path.resolve('tests/docs/graphql-codegen.mjs')], { cwd: folder })
  const compiled = await run(
    process.execPath,
    [path.resolve('node_modules/typescript/bin/tsc'), ...typeCheck, 'src/main.ts', 'src/program1.ts'],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error)
  expect(compiled.stdout).toBe('')
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
  expect(await runShell(await samples('docs/samples.md', 'sh'), { BASE: product.url })).toBe(output)
})

it('the samples in JavaScript do what the page says', async () => {
  const program = await samples('docs/samples.md', 'js')
  expect(await runProgram(process.execPath, ['--input-type=module', '-e'], program)).toBe(output)
})

python.it('the samples in Python do what the page says', async () => {
  expect(await runProgram('python3', ['-c'], await samples('docs/samples.md', 'python'))).toBe(output)
})

it.each(['sh', 'js', 'python'])('every operation on the page of samples has one in %s', async (language) => {
  const operations = (await samples('docs/samples.md', language)).flatMap((code) =>
    [...code.matchAll(/^(?:#|\/\/) (.+)$/gm)].map(([, operation = '']) => operation),
  )
  expect(operations).toEqual([...printed.map(([operation]) => operation), 'Register a webhook'])
})

it('the page of samples lists every operation, and has each section in each language', async () => {
  const [introduction = '', ...sections] = (await readFile('docs/samples.md', 'utf8')).split(/^## /m)
  for (const [operation = ''] of printed) expect(introduction).toContain(operation)
  for (const section of sections)
    expect([...section.matchAll(/^```(\w+)$/gm)].map(([, language]) => language)).toEqual(['sh', 'js', 'python'])
})
