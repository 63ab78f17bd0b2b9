// For globalSetup; workers import it with their environment.
import './tests/testkit/typescript.js'

/** Jest runs the TypeScript sources as ES modules, and the built product, against the real embedded PostgreSQL. */
export default {
  testEnvironment: '<rootDir>/tests/testkit/product-environment.js',
  runtime: '<rootDir>/tests/testkit/native-runtime.cjs',
  roots: [
    '<rootDir>/cli',
    '<rootDir>/console',
    '<rootDir>/demo',
    '<rootDir>/platform',
    '<rootDir>/schema',
    '<rootDir>/gateway',
    '<rootDir>/packages',
    '<rootDir>/subgraphs',
    '<rootDir>/rest-facade',
    '<rootDir>/site',
    '<rootDir>/tests',
  ],
  testMatch: ['**/*.test.ts'],
  // Files of `npm run test:long` alone.
  testPathIgnorePatterns: ['/node_modules/', '\\.long\\.test\\.ts$'],
  transform: {},
  globalSetup: '<rootDir>/tests/testkit/global-setup.js',
  globalTeardown: '<rootDir>/tests/testkit/global-teardown.js',
  // For 2 cores: two workers leave a fifth of them idle, waiting for processes that start, end or are stopped.
  maxWorkers: 3,
  testSequencer: '<rootDir>/tests/testkit/sequencer.js',
  // Far more than a worker has after a garbage collection (product-environment.js): one that leaks is replaced.
  workerIdleMemoryLimit: '1500MB',
  // Long enough for a busy machine: how long something takes is measured by bench/, never by a test.
  testTimeout: 180_000,
  reporters: ['default', '<rootDir>/tests/testkit/summary-reporter.js'],
}
