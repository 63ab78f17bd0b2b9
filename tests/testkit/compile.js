import { transformFileSync } from '@swc/core'

/**
 * A TypeScript file as Node runs it.
 *
 * @param {string} file
 */
export const compile = (file) =>
  transformFileSync(file, {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: file.endsWith('x') },
      // Node requires the type of an imported JSON file; swc removes it by default.
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
    sourceMaps: true,
    configFile: false,
    swcrc: false,
  })
