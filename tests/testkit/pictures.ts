import sharp from 'sharp'

/** A picture of a colour. */
export const picture = (
  { width = 900, height = 600, format = 'jpeg' as 'jpeg' | 'png' | 'webp', alpha = 1 } = {},
  red = 200,
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: red, g: 120, b: 60, alpha } } })
    .toFormat(format)
    .toBuffer()
