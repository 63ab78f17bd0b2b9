import all from './jest.config.js'

/** The scenario that `npm test` runs: the main job over each way into the product. */
export const mainJob = '<rootDir>/tests/booking/main-job.test.ts'

const units = all.roots.filter((root) => root !== '<rootDir>/tests')

/** `npm test`: every unit test, and the main job. `npm run test:all` runs everything. */
export default { ...all, testMatch: [...units.map((root) => `${root}/**/*.test.ts`), mainJob] }
