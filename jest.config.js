/** Jest runs the TypeScript sources as ES modules, and the built product, against the real embedded PostgreSQL. */
export default {
  testEnvironment: '<rootDir>/tests/testkit/product-environment.js',
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
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  globalSetup: '<rootDir>/tests/testkit/global-setup.ts',
  globalTeardown: '<rootDir>/tests/testkit/global-teardown.ts',
  // For 2 cores: two workers leave a fifth of them idle, waiting for processes that start, end or are stopped.
  maxWorkers: 3,
  testSequencer: '<rootDir>/tests/testkit/sequencer.js',
  // Modules of finished test files are not all released; a worker that has grown is replaced between files. A larger
  // limit costs more in garbage collection than new workers do.
  workerIdleMemoryLimit: '500MB',
  // Long enough for a busy machine: how long something takes is measured by bench/, never by a test.
  testTimeout: 180_000,
  reporters: ['default', '<rootDir>/tests/testkit/summary-reporter.js'],
}
