// Generates what is not committed: Prisma clients and GraphQL types. Needs no network.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const prisma = fileURLToPath(new URL('../node_modules/prisma/build/index.js', import.meta.url))
const owners = ['gateway/access', 'subgraphs/booking', 'subgraphs/catalog', 'subgraphs/pricing']
await Promise.all([
  ...owners.map((owner) =>
    run(process.execPath, [prisma, 'generate', '--schema', `${owner}/prisma/schema.prisma`], {
      cwd: root,
      env: { ...process.env, CHECKPOINT_DISABLE: '1' },
    }),
  ),
  run(process.execPath, ['scripts/generate-types.mjs'], { cwd: root }),
]).catch((error) => {
  console.error(error.stderr || error.stdout || error.message)
  process.exit(1)
})
