import { readFileSync } from 'node:fs'
import all from './jest.config.js'

/** The scenarios that `npm test` runs: of each area those that fail first when the area breaks. */
export const quickScenarios = JSON.parse(readFileSync(new URL('tests/quick.json', import.meta.url), 'utf8'))

const units = all.roots.filter((root) => root !== '<rootDir>/tests')

/** `npm test`: every unit test, and the main scenarios. `npm run test:all` runs everything. */
export default {
  ...all,
  testMatch: [
    ...units.map((root) => `${root}/**/*.test.ts`),
    ...quickScenarios.map((path) => `<rootDir>/${path}${path.endsWith('/') ? '*' : ''}.test.ts`),
  ],
}
