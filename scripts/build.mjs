// Generates, compiles to dist/ and copies the files that the code reads at run time. Types are checked by `npm run
// types`. With --if-stale only when a source changed since the last build. Needs no network. Prints to stderr alone:
// commands that build first have an output of their own.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserServices, buildAssets } from './build-assets.mjs'
import { buildDocs, docsFiles } from './build-docs.mjs'
import { bundleEntries, bundleThread } from './bundle.mjs'
import { clientFiles, packClient } from './pack-client.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = path.join(root, 'dist')
const stamp = path.join(dist, '.sources')
const folders = [
  'bench',
  'cli',
  'demo',
  'gateway',
  'packages',
  'platform',
  'rest-facade',
  'schema',
  'subgraphs',
  ...browserServices,
]
/** Generated output and snapshots follow from the other sources. */
const sources = folders
  .filter((folder) => existsSync(path.join(root, folder)))
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(folder, file)))
  .filter(
    (file) =>
      !/(^|[\\/])generated[\\/]|^schema[\\/]contracts[\\/]|\.test\.ts$/.test(file) &&
      statSync(path.join(root, file)).isFile(),
  )

/** The entry points of processes. */
const entries = [
  'main.ts',
  ...sources.filter((file) => !file.startsWith('bench') && path.basename(file) === 'main.ts'),
].map((file) => file.split(path.sep).join('/').replace(/ts$/, 'js'))

function fingerprint() {
  const hash = createHash('sha256')
  const own = [
    'main.ts',
    'product.ts',
    'workers.ts',
    'config.ts',
    'ops/citus/tables.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'prisma.config.ts',
  ]
  const scripts = readdirSync(path.join(root, 'scripts'), { recursive: true })
    .map((file) => path.join('scripts', file))
    .filter((file) => statSync(path.join(root, file)).isFile())
  for (const file of [...own, ...scripts, ...sources, ...docsFiles(root), ...clientFiles(root)].sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

const generated = ['gateway/database', 'subgraphs/booking', 'subgraphs/catalog', 'subgraphs/pricing'].every((owner) =>
  existsSync(path.join(root, owner, 'generated/prisma/client.ts')),
)
const now = fingerprint()
const fresh = generated && existsSync(stamp) && readFileSync(stamp, 'utf8') === now
if (!(fresh && process.argv.includes('--if-stale'))) {
  const node = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] })
  node('scripts/generate.mjs', '--if-stale')
  rmSync(dist, { recursive: true, force: true })
  node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck')
  await buildAssets(root, dist)
  for (const file of sources) {
    if (/\.(tsx?|prisma|md)$/.test(file) || /^[^\\/]+[\\/]browser[\\/]/.test(file)) continue
    const target = path.join(dist, file)
    mkdirSync(path.dirname(target), { recursive: true })
    cpSync(path.join(root, file), target)
  }
  cpSync(path.join(root, 'demo/generated/pictures'), path.join(dist, 'pictures'), { recursive: true })
  copyGraphiql()
  copyScalar()
  await buildDocs(root, dist)
  packClient(root, dist)
  await bundleEntries(dist, entries)
  await bundleThread(dist, 'gateway/planning/planner-worker.js')
  await bundleThread(dist, 'rest-facade/build-documents.js')
  writeFileSync(stamp, now)
}

/** The files of /graphiql, so that production need not install its packages. */
function copyGraphiql() {
  const files = {
    'graphiql.js': 'graphiql/graphiql.min.js',
    'graphiql.css': 'graphiql/graphiql.min.css',
    'react.js': 'react/umd/react.production.min.js',
    'react-dom.js': 'react-dom/umd/react-dom.production.min.js',
  }
  const folder = path.join(dist, 'graphiql')
  mkdirSync(folder, { recursive: true })
  for (const [name, file] of Object.entries(files))
    cpSync(path.join(root, 'node_modules', file), path.join(folder, name))
}

/**
 * The renderer of /docs/api. A validation library in it tries whether it may compile code, which the page's policy forbids
 * and browsers report; the probe is replaced by its outcome.
 */
function copyScalar() {
  const folder = path.join(dist, 'scalar')
  mkdirSync(folder, { recursive: true })
  const published = readFileSync(
    path.join(root, 'node_modules/@scalar/api-reference/dist/browser/standalone.js'),
    'utf8',
  )
  const parts = published.split('try{return new Function(""),!0}catch(e){return!1}')
  if (parts.length !== 2) throw new Error('@scalar/api-reference probes for code compilation in another way')
  writeFileSync(path.join(folder, 'scalar.js'), parts.join('return!1'))
}
