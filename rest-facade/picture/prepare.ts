import { createHash } from 'node:crypto'
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
export const preparePicture = (upload: Buffer): Promise<PreparedPicture[]> => inTurn(() => prepare(upload))

async function prepare(upload: Buffer): Promise<PreparedPicture[]> {
  if (upload.length === 0) throw new UnusablePicture('NOT_A_PICTURE')
  const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const
  const { format, width, height, hasAlpha, autoOrient } = await orUnusable(sharp(upload, options).metadata())
  if (!formats.includes(format)) throw new UnusablePicture('NOT_A_PICTURE')
  if (width * height > maxPixels) throw new UnusablePicture('TOO_MANY_PIXELS')
  const hash = createHash('sha256').update(`${preparation}\n`).update(upload).digest('hex').slice(0, 40)
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

/** The decoder's own errors are about the bytes. */
const orUnusable = <T>(decoding: Promise<T>): Promise<T> =>
  decoding.catch((error: unknown) => {
    throw new UnusablePicture(/pixel limit/.test((error as Error).message) ? 'TOO_MANY_PIXELS' : 'NOT_A_PICTURE')
  })

/** A large picture takes a hundred megabytes: the next one waits for its turn. */
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}
