import { createHash } from 'node:crypto'
import { nextTurn } from '../../platform/process/work-account.ts'
import sharp from 'sharp'
import { nameOf, pageWidth, type Extension } from '../../platform/pictures/names.ts'

/** One size of a picture, as it is stored. */
export interface PreparedPicture {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

export type Unusable = 'NOT_A_PICTURE' | 'TOO_MANY_PIXELS'

/** Bytes that are no picture, or one that is too large. */
export class UnusablePicture extends Error {
  constructor(readonly reason: Unusable) {
    super(reason)
    this.name = 'UnusablePicture'
  }
}

export const maxPixels = 40_000_000
/** Those of a list, of a page and of a large screen; a picture is never enlarged. */
export const widths = [320, pageWidth, 1600]
/** Part of the names, so that pictures prepared in another way get others. */
const preparation = 1

/** Hashed in about a millisecond. */
const hashedBytes = 262_144

const formats = ['jpeg', 'png', 'webp']
// No other decoder may run, whatever the bytes say they are.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One processor for each picture, and none of them stays in memory.
sharp.concurrency(1)
sharp.cache(false)

/**
 * The sizes of a picture, the largest last, upright and without metadata: JPEG, or WebP where some of it is transparent.
 * Decoded in the thread pool. Throws UnusablePicture.
 */
export async function preparePicture(upload: Buffer): Promise<PreparedPicture[]> {
  if (upload.length === 0) throw new UnusablePicture('NOT_A_PICTURE')
  const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const
  const { format, width, height, hasAlpha, autoOrient } = await orUnusable(sharp(upload, options).metadata())
  if (!formats.includes(format)) throw new UnusablePicture('NOT_A_PICTURE')
  if (width * height > maxPixels) throw new UnusablePicture('TOO_MANY_PIXELS')
  const hash = await hashOf(upload)
  const sizes = [...new Set(widths.map((wanted) => Math.min(wanted, autoOrient.width)))]
  const base = await orUnusable(
    sharp(upload, options)
      .autoOrient()
      .resize({ width: sizes.at(-1) ?? autoOrient.width })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const isTransparent = hasAlpha && !(await sharp(base.data, { raw: base.info }).stats()).isOpaque
  const extension: Extension = isTransparent ? 'webp' : 'jpg'
  const pictures: PreparedPicture[] = []
  for (const size of sizes) {
    const resized = sharp(base.data, { raw: base.info }).resize({ width: size })
    const encoded = isTransparent
      ? resized.webp({ quality: 82 })
      : resized.flatten({ background: 'white' }).jpeg({ quality: 82, progressive: true })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    pictures.push({ name: nameOf(hash, size, extension), width: info.width, height: info.height, bytes: data })
  }
  return pictures
}

/** Part by part, so that other requests do not wait for a large picture. */
async function hashOf(upload: Buffer): Promise<string> {
  const hash = createHash('sha256').update(`${preparation}\n`)
  for (let start = 0; start < upload.length; start += hashedBytes) {
    hash.update(upload.subarray(start, start + hashedBytes))
    await nextTurn()
  }
  return hash.digest('hex').slice(0, 40)
}

/** The decoder's own errors are about the bytes. */
const orUnusable = <T>(decoding: Promise<T>): Promise<T> =>
  decoding.catch((error: unknown) => {
    throw new UnusablePicture(/pixel limit/.test((error as Error).message) ? 'TOO_MANY_PIXELS' : 'NOT_A_PICTURE')
  })
