import { readdirSync, readFileSync } from 'node:fs'
import all from './jest.config.js'

process.env.LONG_TESTS = 'yes'

const textOf = (path) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Files that exist for long runs only, and files whose tests do more in them. */
const files = all.roots
  .map((root) => root.replace('<rootDir>/', ''))
  .flatMap((root) => readdirSync(new URL(root, import.meta.url), { recursive: true }).map((name) => `${root}/${name}`))
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => path.endsWith('.long.test.ts') || textOf(path).includes('/testkit/long-form.ts'))

/** `npm run test:long`. */
export default {
  ...all,
  testMatch: files.map((path) => `<rootDir>/${path}`),
  testPathIgnorePatterns: ['/node_modules/'],
  // For `npm run soak -- --minutes 300`.
  testTimeout: 21_600_000,
}
