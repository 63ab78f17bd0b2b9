import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { acceptedCodings, type Coding } from './accept-encoding.ts'

/** Where the build puts a folder for the running code: beside it in dist/, or in dist/ when the sources run. */
export function builtFolder(name: string): string {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  return path.join(root, import.meta.url.endsWith('.ts') ? 'dist' : '.', name)
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

const suffixes: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' }

/** A file in memory with its compressed forms. */
export interface StoredFile {
  readonly type: string
  readonly body: Buffer
  readonly compressed: Readonly<Partial<Record<Coding, Buffer>>>
}

/** All files of a folder by their path in it; `x.br` and `x.gz` are forms of `x`. */
export async function readFiles(folder: string): Promise<ReadonlyMap<string, StoredFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const bodies = new Map<string, Buffer>()
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    bodies.set(path.relative(folder, file).split(path.sep).join('/'), await readFile(file))
  }
  const files = new Map<string, StoredFile>()
  for (const [name, body] of bodies) {
    if (/\.(br|gz)$/.test(name)) continue
    const forms = Object.entries(suffixes).flatMap(([coding, suffix]) => {
      const form = bodies.get(name + suffix)
      return form ? [[coding, form] as const] : []
    })
    const type = types[path.extname(name)] ?? 'application/octet-stream'
    files.set(name, { type, body, compressed: Object.fromEntries(forms) })
  }
  return files
}

/** The form of a file that a caller prefers, with the headers that name it. */
export function formFor(
  { type, body, compressed }: StoredFile,
  acceptEncoding: string | undefined,
): { headers: Record<string, string>; body: Buffer } {
  const encoding = acceptedCodings(acceptEncoding).codings.find((coding) => compressed[coding] !== undefined)
  return {
    headers: {
      'content-type': type,
      ...(Object.keys(compressed).length === 0 ? {} : { vary: 'Accept-Encoding' }),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
    body: (encoding && compressed[encoding]) ?? body,
  }
}

/** The files that the build wrote for an entry point: its script, its styles, or both. */
interface BuiltEntry {
  readonly script?: string
  readonly style?: string
}

/** The built scripts, styles and pictures of a service. */
export interface Assets {
  /** Address of the script or the styles of an entry point, by the name of its source without extension. */
  script(entry: string): string
  style(entry: string): string
  /** Serves the files; API limits do not count them. */
  register(app: FastifyInstance): void
}

const oneYearSeconds = 31_536_000

/**
 * Opens a folder that scripts/build-assets.mjs has filled. Names contain a hash of the content, so that browsers never
 * ask again for a file they have.
 */
export async function openAssets(folder: string, prefix: string): Promise<Assets> {
  const files = await readFiles(folder)
  const entries = JSON.parse(files.get('manifest.json')?.body.toString() ?? '{}') as Record<string, BuiltEntry>
  const addressOf = (entry: string, kind: keyof BuiltEntry): string => {
    const name = entries[entry]?.[kind]
    if (name === undefined) throw new Error(`The build made no ${kind} of ${entry} in ${folder}`)
    return `${prefix}/${name}`
  }
  return {
    script: (entry) => addressOf(entry, 'script'),
    style: (entry) => addressOf(entry, 'style'),
    register(app) {
      app.get<{ Params: { '*': string } }>(`${prefix}/*`, (request, reply) => {
        const file = files.get(request.params['*'])
        if (!file) return reply.callNotFound()
        const { headers, body } = formFor(file, request.headers['accept-encoding'])
        return reply.headers({ ...headers, 'cache-control': `public, max-age=${oneYearSeconds}, immutable` }).send(body)
      })
    },
  }
}
