import { writeFile } from 'node:fs/promises'
import { PNG } from 'pngjs'

const [width, height] = [640, 480]

/** Arguments of a browser whose camera shows a picture: a film of one frame is written to `file`. */
export async function cameraShowing(picture: Buffer, file: string): Promise<string[]> {
  const { width: pictureWidth, height: pictureHeight, data } = PNG.sync.read(picture)
  const brightness = Buffer.alloc(width * height, 235)
  const [left, top] = [Math.floor((width - pictureWidth) / 2), Math.floor((height - pictureHeight) / 2)]
  for (let y = 0; y < pictureHeight; y += 1)
    for (let x = 0; x < pictureWidth; x += 1)
      if ((data[(y * pictureWidth + x) * 4] ?? 255) < 128) brightness[(y + top) * width + x + left] = 16
  const colour = Buffer.alloc((width * height) / 2, 128)
  const header = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\nFRAME\n`
  await writeFile(file, Buffer.concat([Buffer.from(header), brightness, colour]))
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ]
}
