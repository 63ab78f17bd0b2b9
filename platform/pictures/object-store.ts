import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { Unavailable } from '../process/failures.ts'
import type { PictureStore } from './picture-store.ts'

export interface ObjectStoreOptions {
  /** Address of the bucket, in its path or its host, with an optional prefix of the names. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const timeoutMilliseconds = 10_000

/** Objects of an S3-compatible store. The bucket need not be public: pictures are served by the product. */
export function objectStore({ url, region, ...credentials }: ObjectStoreOptions): PictureStore {
  const client = new AwsClient({ ...credentials, region, service: 's3', retries: 2 })
  const prefix = url.replace(/\/+$/, '')
  async function send(name: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMilliseconds)
    const response = await client.fetch(`${prefix}/${name}`, { ...init, signal }).catch((error: unknown) => {
      throw new Unavailable(`The store of pictures cannot be reached: ${(error as Error).message}`)
    })
    if (response.ok || (response.status === 404 && init.method === 'GET')) return response
    throw new Unavailable(`The store of pictures returned ${response.status}`)
  }
  return {
    async read(name) {
      const response = await send(name, { method: 'GET' })
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      return undefined
    },
    async write(name, contentType, bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const headers = { 'content-type': contentType, 'x-amz-content-sha256': hash }
      const response = await send(name, { method: 'PUT', headers, body: Buffer.from(bytes) })
      await response.body?.cancel()
    },
  }
}
