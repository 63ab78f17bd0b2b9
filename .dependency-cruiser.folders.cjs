/**
 * The boundary rule between folders. It has a run of its own: a test imports from wherever it has to, and would tie the
 * folders that it connects.
 */
const { options } = require('./.dependency-cruiser.cjs')

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Folders that import each other, if only for types, are one folder with two names.',
      severity: 'error',
      scope: 'folder',
      // The pages of the console and what they share are not separated.
      from: { pathNot: '^console/browser' },
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: [...options.exclude.path, '^tests/', '\\.test\\.tsx?$', '/generated/', 'node_modules'] },
  },
}
