import all from './jest.config.js'
import { mainJob } from './jest.quick.config.js'

/** The scenarios that `npm test` leaves out. */
export default {
  ...all,
  roots: ['<rootDir>/tests'],
  testPathIgnorePatterns: [...all.testPathIgnorePatterns, mainJob],
}
