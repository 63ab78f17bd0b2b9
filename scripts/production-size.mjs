// Prints the size of what `npm ci --omit=dev` installs, from the packages that the lock file names and their files in
// node_modules, in blocks as `du` counts them. Fails above the limit that docs/operators/deployment.md states.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const limitMegabytes = 450
const root = fileURLToPath(new URL('..', import.meta.url))
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))

/** Bytes on disk of a package, without the packages in it. */
function sizeOf(folder) {
  let bytes = statSync(folder).blocks * 512
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += sizeOf(file)
    else if (entry.isFile()) bytes += statSync(file).blocks * 512
  }
  return bytes
}

const sizes = Object.entries(packages)
  .filter(([place, { dev, link }]) => place.startsWith('node_modules/') && !dev && !link)
  .filter(([place]) => existsSync(path.join(root, place)))
  .map(([place]) => ({ place, megabytes: sizeOf(path.join(root, place)) / 1_048_576 }))
  .sort((a, b) => b.megabytes - a.megabytes)
const total = Math.round(sizes.reduce((sum, { megabytes }) => sum + megabytes, 0))
for (const { place, megabytes } of sizes.slice(0, 10)) console.log(`${megabytes.toFixed(1).padStart(7)} MB  ${place}`)
console.log(`${total} MB in ${sizes.length} packages, at most ${limitMegabytes} MB`)
if (total > limitMegabytes) process.exitCode = 1
