import all from './jest.config.js'
import { quickScenarios } from './jest.quick.config.js'

/** The scenarios that `npm test` leaves out. */
export default {
  ...all,
  roots: ['<rootDir>/tests'],
  testPathIgnorePatterns: [
    ...all.testPathIgnorePatterns,
    ...quickScenarios.map((path) => `<rootDir>/${path}${path.endsWith('/') ? '' : '\\.test'}`),
  ],
}
