import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fastify, { type FastifyInstance } from 'fastify'
import { openAssets, type Assets } from './assets.ts'

const script = 'export const answer = 42\n'.repeat(100)

describe('built assets', () => {
  let folder: string
  let assets: Assets
  let app: FastifyInstance

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assets-'))
    const manifest = { main: { script: 'main-ABC.js', style: 'main-DEF.css' } }
    await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
    await writeFile(path.join(folder, 'main-ABC.js'), script)
    await writeFile(path.join(folder, 'main-ABC.js.br'), brotliCompressSync(script))
    await writeFile(path.join(folder, 'main-ABC.js.gz'), gzipSync(script))
    await writeFile(path.join(folder, 'main-DEF.css'), 'p{}')
    assets = await openAssets(folder, '/assets')
    app = fastify()
    assets.register(app)
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  const get = (url: string, encoding?: string) =>
    app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

  it('are addressed by the name of their source', () => {
    expect([assets.script('main'), assets.style('main')]).toEqual(['/assets/main-ABC.js', '/assets/main-DEF.css'])
    expect(() => assets.script('other')).toThrow('no script of other')
  })

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', 'none'],
    [undefined, 'none'],
  ] as const)('are sent compressed as %p allows', async (accepted, expected) => {
    const response = await get('/assets/main-ABC.js', accepted)
    expect(response.headers['content-encoding'] ?? 'none').toBe(expected)
    expect(response.headers['vary']).toBe('Accept-Encoding')
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, none: (content: Buffer) => content }[expected]
    expect(decode(response.rawPayload).toString()).toBe(script)
  })

  it('have their type and may be stored for good', async () => {
    const { headers } = await get('/assets/main-DEF.css')
    expect(headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it.each(['/assets/none.js', '/assets/../package.json', '/assets/%2e%2e%2fmanifest.json', '/assets/main-ABC.js.br'])(
    'have no file at %s',
    async (address) => {
      expect((await get(address)).statusCode).toBe(404)
    },
  )
})
