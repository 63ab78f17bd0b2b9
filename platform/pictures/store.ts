import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { OperatorError } from '../process/operator-error.ts'
import { HttpAddress } from '../process/setting-types.ts'
import { objectStore } from './object-store.ts'
import type { PictureStore } from './picture-store.ts'

export const pictureSettings = {
  /** A bucket of an S3-compatible store, with an optional prefix; pictures are files in DATA_DIR when absent. */
  PICTURES_S3_URL: Type.Optional(HttpAddress()),
  PICTURES_S3_REGION: Type.String({ minLength: 1, default: 'us-east-1' }),
  PICTURES_S3_ACCESS_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  PICTURES_S3_SECRET_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
}

export interface PictureSettings {
  readonly PICTURES_S3_URL?: string
  readonly PICTURES_S3_REGION: string
  readonly PICTURES_S3_ACCESS_KEY_ID?: string
  readonly PICTURES_S3_SECRET_ACCESS_KEY?: string
}

export function openPictureStore(settings: PictureSettings, dataFolder: string): PictureStore {
  const { PICTURES_S3_URL: url, PICTURES_S3_REGION: region } = settings
  const { PICTURES_S3_ACCESS_KEY_ID: accessKeyId, PICTURES_S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (url === undefined) return readOnce(folderStore(path.join(dataFolder, 'pictures')))
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new OperatorError('PICTURES_S3_URL needs PICTURES_S3_ACCESS_KEY_ID and PICTURES_S3_SECRET_ACCESS_KEY')
  return readOnce(objectStore({ url, region, accessKeyId, secretAccessKey }))
}

const maxCachedBytes = 32 * 1_048_576

/** Has all readers of a picture share one buffer: a copy for each request could fill the memory, however small it is. */
export function readOnce(store: PictureStore): PictureStore {
  const cached = new LRUCache<string, Uint8Array>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    fetchMethod: (name) => store.read(name),
  })
  return { read: (name) => cached.fetch(name), write: (...picture) => store.write(...picture) }
}

/** Files of a folder, each written as a whole. */
export function folderStore(folder: string): PictureStore {
  return {
    read: (name) =>
      readFile(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    async write(name, _contentType, bytes) {
      await mkdir(folder, { recursive: true })
      const unfinished = path.join(folder, `.${randomUUID()}`)
      try {
        const file = await open(unfinished, 'wx', 0o644)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path.join(folder, name))
      } finally {
        await rm(unfinished, { force: true })
      }
    },
  }
}
