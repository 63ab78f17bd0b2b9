// Generates the files that are not committed: Prisma clients, GraphQL types and demo pictures. Needs no network. With --if-stale, only
// those whose inputs have changed.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const prisma = fileURLToPath(new URL('../node_modules/prisma-cli/build/index.js', import.meta.url))
// A build must not need the network, so generators that open a connection fail.
const offline = `import { Socket } from 'node:net'
Socket.prototype.connect = () => { throw new Error('Generators must not connect to anything') }`
// Prisma looks up the generator of the types of columns like a command.
const env = {
  ...process.env,
  CHECKPOINT_DISABLE: '1',
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=data:text/javascript,${encodeURIComponent(offline)}`,
  PATH: [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
}
const onlyStale = process.argv.includes('--if-stale')

/** Runs a generator and writes the fingerprint of its inputs to a file beside its first output. */
async function generate(outputs, inputs, args) {
  const hash = createHash('sha256')
  for (const input of ['package-lock.json', ...inputs])
    hash.update(`${input}\0`).update(readFileSync(path.join(root, input)))
  const fingerprint = hash.digest('hex')
  const stamp = path.join(root, path.dirname(outputs[0]), '.inputs')
  const isComplete = [stamp, ...outputs.map((output) => path.join(root, output))].every((file) => existsSync(file))
  if (onlyStale && isComplete && readFileSync(stamp, 'utf8') === fingerprint) return
  await run(process.execPath, args, { cwd: root, env })
  writeFileSync(stamp, fingerprint)
}

const contracts = ['console', 'gateway', 'rest-facade', 'schema', 'site', 'subgraphs'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.graphql$|mappers\.json$/.test(file))
    .sort(),
)
const drawings = readdirSync(path.join(root, 'demo/pictures'))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => `demo/pictures/${file}`)
const databases = ['gateway/database', 'subgraphs/booking', 'subgraphs/catalog', 'subgraphs/pricing']
const resolverOwners = ['gateway/viewer', 'subgraphs/booking', 'subgraphs/catalog', 'subgraphs/pricing']
await Promise.all([
  ...databases.map((owner) => {
    const schema = `${owner}/prisma/schema.prisma`
    return generate([`${owner}/generated/prisma/client.ts`], [schema], [prisma, 'generate', '--schema', schema])
  }),
  generate(
    ['demo/generated/draw.mjs', 'demo/generated/pictures/azul-1.png'],
    ['scripts/demo-pictures.mjs', 'demo/installation.json', ...drawings],
    ['scripts/demo-pictures.mjs'],
  ),
  generate(
    [
      'console/browser/generated/operations.ts',
      'console/browser/generated/input-types.ts',
      'rest-facade/generated/members.ts',
      'rest-facade/generated/operations.ts',
      'schema/generated/enums.ts',
      'site/generated/operations.ts',
      'subgraphs/catalog/generated/forms.ts',
      ...resolverOwners.map((owner) => `${owner}/generated/resolvers.ts`),
    ],
    ['scripts/generate-types.mjs', 'scripts/forms.mjs', 'scripts/rest-members.mjs', ...contracts],
    ['scripts/generate-types.mjs'],
  ),
]).catch((error) => {
  console.error(error.stderr || error.stdout || error.message)
  process.exit(1)
})
