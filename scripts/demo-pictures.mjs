// Draws the pictures of the demo cenotes and tours (demo/pictures/) and writes each as SVG and PNG to
// demo/generated/pictures, because servers decode no SVG.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import sharp from 'sharp'

/** Of a page on a telephone with a fine display; a mail shows fewer. */
const pixels = 800
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = path.join(root, 'demo/generated/pictures')
const code = path.join(root, 'demo/generated/draw.mjs')

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await build({
  entryPoints: [path.join(root, 'demo/pictures/pictures.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile: code,
})
const { drawPictures } = await import(code)
const pictures = drawPictures(JSON.parse(readFileSync(path.join(root, 'demo/installation.json'), 'utf8')))
for (const [name, svg] of pictures) {
  writeFileSync(path.join(folder, `${name}.svg`), svg)
  await sharp(Buffer.from(svg))
    .resize(pixels)
    .png({ palette: true, effort: 4 })
    .toFile(path.join(folder, `${name}.png`))
}
