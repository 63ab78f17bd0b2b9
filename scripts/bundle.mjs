// Bundles the modules of a process: finding and reading about 1,400 modules takes a second that every start, worker and
// command would spend. Each entry point in dist/ then imports its bundle in dist/bundle/. Everything else in dist/
// stays: tests, bench/ and threads load single modules. The planner's thread, which every start waits for, and that of
// the OpenAPI documents, which loads the whole facade, are one module each, with the packages that they have for
// themselves.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

/** Packages of many small ES modules; all others are loaded as they are installed, once for every importer. */
const bundledPackages = new Set(['typebox', '@fastify/type-provider-typebox'])

/** Bundles the compiled entry points, given by their paths from `dist`. */
export async function bundleEntries(dist, entries) {
  const outdir = path.join(dist, 'bundle')
  await build({
    absWorkingDir: dist,
    entryPoints: entries.map((entry) => ({ in: path.join(dist, entry), out: bundleName(entry) })),
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    chunkNames: 'chunk-[hash]',
    plugins: [externalPackages, ownAddresses(outdir)],
    logLevel: 'warning',
  })
  for (const entry of entries) {
    const file = path.join(dist, entry)
    const up = '../'.repeat(entry.split('/').length - 1) || './'
    writeFileSync(file, `import '${up}bundle/${bundleName(entry)}.js'\n`)
  }
}

/** The module of a thread, with all its packages except the one that the thread has loaded before. */
export async function bundleThread(dist, entry) {
  const name = path.basename(entry, '.js')
  const outdir = path.join(dist, 'bundle')
  await build({
    absWorkingDir: dist,
    entryPoints: [path.join(dist, entry)],
    outfile: path.join(outdir, `${name}.js`),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: ['piscina'],
    sourcemap: true,
    sourcesContent: false,
    // Packages in CommonJS load modules of Node.js.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'\nconst require = requireFrom(import.meta.url)",
    },
    plugins: [ownAddresses(outdir)],
    logLevel: 'warning',
  })
  const up = '../'.repeat(entry.split('/').length - 1)
  writeFileSync(path.join(dist, entry), `export { default } from '${up}bundle/${name}.js'\n`)
}

/** The name of an entry point: `main`, `booking`, `cli-keys`. */
const bundleName = (entry) =>
  entry
    .replace(/^subgraphs\//, '')
    .replace(/(\/main)?\.js$/, '')
    .replaceAll('/', '-')

const externalPackages = {
  name: 'external-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path: specifier, kind }) => {
      if (kind === 'entry-point') return undefined
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0]
      return bundledPackages.has(name) ? undefined : { path: specifier, external: true }
    })
  },
}

/** Modules find their files relative to where they were compiled to, not to the bundle they are in. */
const ownAddresses = (outdir) => ({
  name: 'own-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path: file }) => {
      if (file.includes(`${path.sep}node_modules${path.sep}`)) return undefined
      const from = path.relative(outdir, file).split(path.sep).join('/')
      const contents = readFileSync(file, 'utf8')
      if (!contents.includes('import.meta.url')) return undefined
      return {
        contents: contents.replaceAll('import.meta.url', `new URL('${from}', import.meta.url).href`),
        loader: 'js',
      }
    })
  },
})
