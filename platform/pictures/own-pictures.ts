import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { builtFolder } from '../http/assets.ts'
import { pageNameOf } from './names.ts'
import type { PictureStore } from './picture-store.ts'

/**
 * The pictures that the product serves itself, by their addresses. Documents and mails show only these: no other host is
 * requested, and none learns who reads them.
 */
export interface OwnPictures {
  /** The address of a picture in the width of a page; null for one of another host. */
  pageAddress(url: string): string | null
  /** The picture as JPEG; null for one of another host, and for one that cannot be read now. */
  read(url: string): Promise<Uint8Array | null>
}

export interface OwnPicturesOptions {
  /** The address that clients use, without a slash at the end. */
  readonly publicUrl: string
  readonly store: PictureStore
  /** Of the pictures of demo data. */
  readonly demoFolder?: string
}

/** Several times a picture in the width of a page. */
const maxBytes = 1_000_000
const maxCached = 40
const timeoutMilliseconds = 2_000
/** Until a picture that could not be read is read again. */
const retryMilliseconds = 30_000
const demoName = /^([a-z0-9-]+)\.(png|svg)$/

export function createOwnPictures({ publicUrl, store, demoFolder }: OwnPicturesOptions): OwnPictures {
  const folder = demoFolder ?? builtFolder('pictures')
  const cached = new LRUCache<string, Promise<Uint8Array | null>>({ max: maxCached })

  /** The path under which the product serves a picture. */
  function pathOf(url: string): string | null {
    if (!url.startsWith(`${publicUrl}/`)) return null
    const [, kind, name = '', ...more] = url.slice(publicUrl.length).split('/')
    if (more.length > 0) return null
    const pageName = kind === 'images' ? pageNameOf(name) : undefined
    if (pageName !== undefined) return `/images/${pageName}`
    // Programs for mail show no SVG.
    const [, slug] = (kind === 'pictures' && demoName.exec(name)) || []
    return slug === undefined ? null : `/pictures/${slug}.png`
  }

  const load = (served: string): Promise<Uint8Array | undefined> => {
    const name = path.basename(served)
    return served.startsWith('/images/') ? store.read(name) : readFile(path.join(folder, name))
  }

  return {
    pageAddress(url) {
      const served = pathOf(url)
      return served === null ? null : publicUrl + served
    },
    async read(url) {
      const served = pathOf(url)
      if (served === null) return null
      const known = cached.get(served)
      if (known) return known
      const reading = within(timeoutMilliseconds, load(served).then(asJpeg)).catch(() => null)
      cached.set(served, reading)
      const jpeg = await reading
      if (jpeg === null) cached.set(served, reading, { ttl: retryMilliseconds })
      return jpeg
    },
  }
}

const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8

/** Transparent parts become white. The decoder is loaded with the first picture that needs it. */
async function asJpeg(bytes: Uint8Array | undefined): Promise<Uint8Array | null> {
  if (!bytes || bytes.length > maxBytes) return null
  if (isJpeg(bytes)) return Uint8Array.from(bytes)
  const { default: sharp } = await import('sharp')
  const jpeg = await sharp(bytes).flatten({ background: 'white' }).jpeg({ quality: 82 }).toBuffer()
  return jpeg.length > maxBytes ? null : Uint8Array.from(jpeg)
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
