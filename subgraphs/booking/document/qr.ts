import QRCode from 'qrcode'

/** A QR code of a text as a picture. */
export async function renderQr(data: string, format: 'PNG' | 'SVG'): Promise<Buffer> {
  if (format === 'SVG')
    return Buffer.from(await QRCode.toString(data, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 }))
  return QRCode.toBuffer(data, { errorCorrectionLevel: 'M', margin: 2, width: 400 })
}
