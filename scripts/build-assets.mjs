// Bundles the scripts and styles of pages: every file directly in `<service>/browser/` is an entry point. Writes names
// with a hash of the content to dist/<service>/assets/, compressed forms beside them, and manifest.json with the names
// by entry point.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Services with pages of their own. */
export const browserServices = ['site', 'console']

export async function buildAssets(root, dist) {
  for (const service of browserServices) {
    const sources = path.join(root, service, 'browser')
    if (existsSync(sources)) await bundle(root, sources, path.join(dist, service, 'assets'))
  }
}

async function bundle(root, sources, outdir) {
  const entries = readdirSync(sources, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name))
    .map(({ name }) => path.join(sources, name))
  mkdirSync(outdir, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    metafile: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'file', '.png': 'file', '.woff2': 'file' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
  const manifest = {}
  for (const [output, { entryPoint, cssBundle }] of Object.entries(metafile.outputs)) {
    if (entryPoint === undefined || path.resolve(root, path.dirname(entryPoint)) !== sources) continue
    const name = path.parse(entryPoint).name
    const isStyle = output.endsWith('.css')
    manifest[name] = {
      ...manifest[name],
      [isStyle ? 'style' : 'script']: path.basename(output),
      ...(cssBundle ? { style: path.basename(cssBundle) } : {}),
    }
  }
  writeFileSync(path.join(outdir, 'manifest.json'), JSON.stringify(manifest))
  for (const output of Object.keys(metafile.outputs)) compress(path.resolve(root, output))
  for (const output of Object.keys(metafile.outputs)) printWeight(root, metafile.outputs, output)
}

/** Prints the compressed size of a script and its imports. */
function printWeight(root, outputs, entry) {
  if (outputs[entry].entryPoint === undefined || !entry.endsWith('.js')) return
  const loaded = new Set([entry])
  for (const output of loaded) {
    const { imports, cssBundle } = outputs[output]
    for (const { path: imported, kind } of imports) if (kind === 'import-statement') loaded.add(imported)
    if (cssBundle) loaded.add(cssBundle)
  }
  const sizes = [...loaded].map((output) => path.resolve(root, output)).map((file) => statSync(smallest(file)).size)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  console.error(`${outputs[entry].entryPoint}: ${(bytes / 1_000).toFixed(1)} kB compressed`)
}

const smallest = (file) => (existsSync(`${file}.br`) ? `${file}.br` : file)

/** Writes the compressed forms of a text that are smaller than it. */
export function compress(file) {
  if (!/\.(css|html|js|json|svg|txt)$/.test(file)) return
  const body = readFileSync(file)
  const forms = {
    '.br': brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    '.gz': gzipSync(body, { level: 9 }),
  }
  for (const [suffix, form] of Object.entries(forms)) if (form.length < body.length) writeFileSync(file + suffix, form)
}
