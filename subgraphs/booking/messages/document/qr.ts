import QRCode from 'qrcode'

export type PictureFormat = 'png' | 'svg'

/** Shades of gray without filters: a picture of black and white squares gains nothing from more, and takes twice as long. */
const pngOptions = { colorType: 0, filterType: 0, deflateLevel: 3, deflateStrategy: 0 }

/** Light modules on each side of a code; scanners need them to find its edge (ISO/IEC 18004). */
export const quietZone = 4

/** A QR code of a text as a picture. */
export async function renderQr(data: string, format: PictureFormat): Promise<Buffer> {
  if (format === 'svg')
    return Buffer.from(await QRCode.toString(data, { type: 'svg', errorCorrectionLevel: 'M', margin: quietZone }))
  return QRCode.toBuffer(data, { errorCorrectionLevel: 'M', margin: quietZone, width: 400, rendererOpts: pngOptions })
}

/** Where a QR code is dark: a square, row by row, without its quiet edge. */
export function qrSquares(data: string): readonly (readonly boolean[])[] {
  const { size, data: dark } = QRCode.create(data, { errorCorrectionLevel: 'M' }).modules
  return Array.from({ length: size }, (_row, y) =>
    Array.from({ length: size }, (_column, x) => dark[y * size + x] === 1),
  )
}
