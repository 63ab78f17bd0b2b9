import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { copyCenote } from '../testkit/copies.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { picture } from '../testkit/pictures.ts'
import {
  keys,
  partner,
  productToChange,
  startTestProduct,
  type Json,
  type TestProduct,
  type TestResponse,
  type SharedProduct,
} from '../testkit/product.ts'

const mebibyte = 1_048_576
const upload = (
  { url }: Pick<SharedProduct, 'url'>,
  bytes: Buffer | string,
  type = 'image/jpeg',
  apiKey: string | null = operatorKeys.sandbox,
): Promise<TestResponse> => partner(url, apiKey).send('POST', '/api/partner/images', bytes, { 'Content-Type': type })
const codeOf = ({ status, body }: TestResponse): unknown[] => [status, body.error?.code ?? body.code]

async function stored(product: SharedProduct, bytes: Buffer, type?: string): Promise<{ url: string; sizes: Json[] }> {
  const response = await upload(product, bytes, type)
  expect(response).toHaveStatus(201)
  return response.body.data
}
async function read(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

let product: SharedProduct
beforeAll(async () => {
  product = await productToChange()
})

describe('an uploaded picture', () => {
  it('is stored in the widths that pages need, and served to anyone for ever', async () => {
    const { url, sizes } = await stored(product, await picture({ width: 2400, height: 1200 }))
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [320, 160],
      [800, 400],
      [1600, 800],
    ])
    expect(url).toBe(sizes[2]?.url)
    for (const size of sizes) {
      const { status, headers, bytes } = await read(size.url)
      expect(status).toBe(200)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: size.width, height: size.height })
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
      const etag = headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w.-]+"$/)
      const unchanged = await read(size.url, { 'If-None-Match': etag })
      expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0])
    }
  })

  it('is not enlarged, and gets the same address again, whatever its content type says', async () => {
    const bytes = await picture({ width: 500, height: 100, format: 'png' })
    const first = await stored(product, bytes, 'image/png')
    expect(first.sizes.map(({ width }) => width)).toEqual([320, 500])
    expect((await stored(product, bytes, 'image/webp')).url).toBe(first.url)
    expect(
      (await stored(product, await picture({ width: 500, height: 100, format: 'png' }, 10), 'image/png')).url,
    ).not.toBe(first.url)
  })

  it('stays transparent where it was', async () => {
    const { url } = await stored(product, await picture({ format: 'png', alpha: 0.4 }), 'image/png')
    const { headers, bytes } = await read(url)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', hasAlpha: true })
  })

  it('is upright, without the place where it was taken and other metadata', async () => {
    const bytes = await sharp(await picture({ width: 600, height: 300 }))
      .withExif({ IFD0: { Copyright: 'Eva' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '20/1 12/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) })
    const { url, sizes } = await stored(product, bytes)
    expect(sizes.at(-1)).toMatchObject({ width: 300, height: 600 })
    const metadata = await sharp((await read(url)).bytes).metadata()
    expect(metadata).toMatchObject({ width: 300, height: 600 })
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('becomes the picture of a cenote', async () => {
    const { url } = await stored(product, await picture())
    const id = await copyCenote(product.url, 'gran-cenote')
    const updated = await partner(product.url, operatorKeys.sandbox).graphql(
      `mutation ($input: UpdateCenoteInput!) { updateCenote(input: $input) { images { url } } }`,
      { input: { id, version: 2, images: [{ url, alt: { en: 'Pool', es: 'Poza' } }] } },
    )
    expect(updated.body.data.updateCenote.images).toEqual([{ url }])
  })
})

describe('an upload that cannot be stored', () => {
  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/png'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'image/jpeg'],
    ['GIF', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), 'image/webp'],
    ['nothing', '', 'image/png'],
  ])('is 400 when it is %s', async (_kind, bytes, type) => {
    const response = await upload(product, bytes, type)
    expect(codeOf(response)).toEqual([400, 'ERROR_VALIDACION'])
    expect(response.body.errors.fields.body).toEqual(['The body is not a complete picture in PNG, JPEG or WebP.'])
  })

  it('is 400 when a part of it is missing, or it has too many pixels', async () => {
    const whole = await picture({ width: 1000, height: 1000, format: 'png' })
    expect(codeOf(await upload(product, whole.subarray(0, whole.length / 2), 'image/png'))).toEqual([
      400,
      'ERROR_VALIDACION',
    ])
    const large = await upload(product, await picture({ width: 8000, height: 5001, format: 'png' }), 'image/png')
    expect(large.body.errors.fields.body).toEqual(['The picture has more than 40 megapixels.'])
  })

  it('is 415 in another format, 413 above 10 MiB, also when its length is not announced', async () => {
    for (const type of [
      'image/svg+xml',
      'image/gif',
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
    ])
      expect([type, codeOf(await upload(product, '{}', type))]).toEqual([type, [415, 'UNSUPPORTED_MEDIA_TYPE']])
    const response = await upload(product, Buffer.alloc(10 * mebibyte + 1), 'image/png')
    expect(codeOf(response)).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(response.body.error.details).toEqual({ limitBytes: 10 * mebibyte })
    const chunked = httpRequest(`${product.url}/api/partner/images`, {
      method: 'POST',
      headers: { 'X-API-Key': operatorKeys.sandbox, 'Content-Type': 'image/png', 'Transfer-Encoding': 'chunked' },
    })
    chunked.on('error', () => undefined)
    const received = once(chunked, 'response') as Promise<[{ statusCode?: number }]>
    chunked.end(Buffer.alloc(10 * mebibyte + 1))
    expect((await received)[0].statusCode).toBe(413)
    chunked.destroy()
  })

  it('is refused to keys without catalog:manage, before it is read', async () => {
    expect(codeOf(await upload(product, await picture(), 'image/jpeg', keys.demo))).toEqual([
      403,
      'INSUFFICIENT_PERMISSIONS',
    ])
    expect(codeOf(await upload(product, await picture(), 'image/jpeg', null))).toEqual([401, 'AUTHENTICATION_REQUIRED'])
    expect(codeOf(await upload(product, Buffer.alloc(11 * mebibyte), 'image/jpeg', null))).toEqual([
      401,
      'AUTHENTICATION_REQUIRED',
    ])
  })

  it('leaves no file', async () => {
    const before = await readdir(path.join(product.dataFolder, 'pictures'))
    expect(before.every((name) => /^[0-9a-f]{40}-\d+\.(jpg|webp)$/.test(name))).toBe(true)
    await upload(product, 'no picture', 'image/png')
    expect(await readdir(path.join(product.dataFolder, 'pictures'))).toEqual(before)
  })
})

describe('an address of a picture', () => {
  it.each([
    '/images/..%2Fsigning.secret',
    '/images/%2e%2e%2fsigning.secret',
    '/images/../signing.secret',
    '/images/signing.secret',
    `/images/${'0'.repeat(40)}-320.svg`,
    `/images/${'0'.repeat(40)}-320.jpg`,
    '/images/%00.jpg',
  ])('that names no stored picture is 404: %s', async (address) => {
    expect((await partner(product.url).get(address)).status).toBe(404)
  })
})

describe('a store that speaks S3', () => {
  const credentials = { id: 'AKIDTEST', secret: 'a secret/of+the store' }
  const region = 'eu-test-1'
  const objects = new Map<string, { bytes: Buffer; type: string | undefined }>()
  const refused: string[] = []
  let away = false
  let store: Server
  let inStore: TestProduct

  const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

  /** The signature that AWS Signature Version 4 has for a request, computed from its documentation. */
  function expectedSignature(
    method: string,
    url: string,
    headers: Record<string, unknown>,
    authorization: string,
  ): string {
    const [, day = '', signed = ''] =
      /Credential=AKIDTEST\/(\d{8})\/eu-test-1\/s3\/aws4_request, ?SignedHeaders=([^,]+),/.exec(authorization) ?? []
    const names = signed.split(';')
    const canonical = [
      method,
      url,
      '',
      ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
      '',
      signed,
      String(headers['x-amz-content-sha256']),
    ].join('\n')
    const text = [
      'AWS4-HMAC-SHA256',
      headers['x-amz-date'],
      `${day}/${region}/s3/aws4_request`,
      sha256(canonical),
    ].join('\n')
    const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${credentials.secret}`, day))
    return hmac(key, text).toString('hex')
  }

  beforeAll(async () => {
    store = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const { method = '', url = '', headers } = request
        const authorization = String(headers.authorization)
        const isSigned = authorization.endsWith(`Signature=${expectedSignature(method, url, headers, authorization)}`)
        const hash = headers['x-amz-content-sha256']
        const isWhole = method === 'GET' || hash === sha256(bytes)
        if (!isSigned || !isWhole) refused.push(`${method} ${url} ${authorization}`)
        if (away || !isSigned || !isWhole) return response.writeHead(away ? 503 : 403).end()
        if (method === 'PUT') objects.set(url, { bytes, type: headers['content-type'] })
        const found = objects.get(url)
        return method === 'PUT' || found
          ? response.writeHead(200).end(method === 'PUT' ? '' : found?.bytes)
          : response.writeHead(404).end()
      })
    }).listen(0, '127.0.0.1')
    await once(store, 'listening')
    inStore = await startTestProduct({
      PICTURES_S3_URL: `http://127.0.0.1:${(store.address() as AddressInfo).port}/bucket/pictures/`,
      PICTURES_S3_REGION: region,
      PICTURES_S3_ACCESS_KEY_ID: credentials.id,
      PICTURES_S3_SECRET_ACCESS_KEY: credentials.secret,
    })
  })
  afterAll(async () => {
    await inStore.close()
    store.closeAllConnections()
    store.close()
  })

  it('has the pictures in its bucket, signed, and the product serves them', async () => {
    const { url, sizes } = await stored(inStore, await picture())
    expect(refused).toEqual([])
    expect([...objects.keys()].sort()).toEqual(
      sizes.map((size) => `/bucket/pictures/${path.basename(size.url)}`).sort(),
    )
    expect([...objects.values()].map(({ type }) => type)).toEqual(sizes.map(() => 'image/jpeg'))
    const { status, bytes } = await read(url)
    expect(status).toBe(200)
    expect(bytes.equals(objects.get(`/bucket/pictures/${path.basename(url)}`)?.bytes ?? Buffer.alloc(0))).toBe(true)
    await expect(readdir(path.join(inStore.dataFolder, 'pictures'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect((await read(`${inStore.url}/images/${'0'.repeat(40)}-320.jpg`)).status).toBe(404)
  })

  it('makes uploads, and reads of what is not in memory, 503 while it is away', async () => {
    const { url } = await stored(inStore, await picture({ width: 700, height: 300 }))
    away = true
    try {
      expect(codeOf(await upload(inStore, await picture()))).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect((await read(url)).status).toBe(503)
    } finally {
      away = false
    }
    expect((await read(url)).status).toBe(200)
  })
})
