// `npm run licenses`: counts the licences of the production dependencies, and fails on one that is not allowed below.
// Reads package-lock.json, or the lock file given as argument.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Licences that require no more than notices. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages under other licences, or that do not name theirs in the usual way. */
const exceptions = [
  // Forbids to offer the library itself as a service, which the product does not.
  { name: /^@apollo\/(composition|federation-internals|gateway|query-graphs|query-planner)$/, license: 'Elastic-2.0' },
  // Decoders of pictures, loaded as a library of its own that can be replaced, which is what it asks for.
  { name: /^@img\/sharp-libvips-/, license: 'LGPL-3.0-or-later' },
  { name: /^@img\/sharp-win32-/, license: 'Apache-2.0 AND LGPL-3.0-or-later' },
  { name: /^@img\/sharp-wasm32$/, license: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT' },
  // Holds for the fonts, not for documents that contain them.
  { name: /^@fontsource-variable\//, license: 'OFL-1.1' },
  // Bitstream Vera and Arev, which require the same.
  { name: /^dejavu-fonts-ttf$/, license: 'SEE LICENSE IN README.md AND LICENSE' },
  // Its file LICENSE is that of MIT.
  { name: /^png-js$/, license: undefined },
]

/** Whether an SPDX expression of licences with AND and OR can be satisfied. */
const isAllowed = (expression) =>
  expression
    .replace(/[()]/g, ' ')
    .split(/\sOR\s/)
    .some((choice) => choice.split(/\sAND\s/i).every((license) => allowed.has(license.trim())))

const root = fileURLToPath(new URL('..', import.meta.url))
const lock = JSON.parse(readFileSync(process.argv[2] ?? path.join(root, 'package-lock.json'), 'utf8'))
const counts = new Map()
const refused = []
for (const [place, entry] of Object.entries(lock.packages)) {
  // devOptional: dependencies of development packages, or optional ones, only. Production installs have neither.
  if (!place.includes('node_modules/') || entry.link || entry.dev || entry.devOptional) continue
  const name = entry.name ?? place.split('node_modules/').at(-1)
  const { license } = entry
  const isException = exceptions.some((exception) => exception.name.test(name) && exception.license === license)
  if (!isException && !isAllowed(license ?? '')) refused.push(`${name}@${entry.version}: ${license ?? 'no licence'}`)
  counts.set(license ?? 'not named', (counts.get(license ?? 'not named') ?? 0) + 1)
}
for (const [license, count] of [...counts].sort((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(5)}  ${license}`)
if (counts.size === 0) refused.push('no production dependency was found')
for (const line of refused) console.error(`Not allowed: ${line}`)
process.exitCode = refused.length > 0 ? 1 : 0
