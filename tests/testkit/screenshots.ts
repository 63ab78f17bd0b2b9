import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pixelmatch from 'pixelmatch'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'

/** `SCREENSHOTS=accept` stores what pages look like now. */
export const accepts = process.env['SCREENSHOTS'] === 'accept'
/** Stores screenshots that differ, and what differs in them. */
const differences = path.resolve('tests/browser/screenshots/different')
const accepted = path.resolve('tests/browser/screenshots')

/** How much a pixel may differ, 0 to 1, and how many of them: texts are smoothed in another way elsewhere. */
const tolerance = { threshold: 0.1, share: 0.005 }

export const sizes = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const
export const schemes = ['light', 'dark'] as const

/** Draws texts in a font of the repository, whatever the machine has. The page must not enforce its policy. */
export async function useOwnFont(page: Page): Promise<void> {
  const font = await readFile('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf', 'base64')
  await page.addStyleTag({
    content: `@font-face { font-family: Own; src: url(data:font/ttf;base64,${font}) }
      * { font-family: Own !important; caret-color: transparent !important; animation: none !important; transition: none !important }`,
  })
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

/** Puts fixed texts of the same kind in the place of references, codes, dates, instants and ports, which differ in every run. */
export async function settleTexts(page: Page): Promise<void> {
  await page.evaluate(`{
    const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
    const short = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
    const rules = [
      [/CEN-[0-9A-Z]{6}/g, 'CEN-7QK2MX'],
      [/CNF-[0-9A-Z]{6}/g, 'CNF-7QK2MX'],
      [/127\\.0\\.0\\.1:[0-9]+/g, '127.0.0.1:4000'],
      [new RegExp('(' + months + ') [0-9]{1,2}, [0-9]{4}', 'g'), 'December 12, 2026'],
      [new RegExp('(' + short + ') [0-9]{1,2}, [0-9]{4}(, [0-9]{2}:[0-9]{2})?', 'g'), 'Dec 12, 2026, 10:00'],
    ]
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode())
      for (const [found, settled] of rules)
        texts.currentNode.nodeValue = texts.currentNode.nodeValue.replace(found, settled)
  }`)
}

/** The share of pixels in which the page differs from its accepted screenshot. Masked places are not compared. */
export async function differenceOf(page: Page, name: string, mask: Locator[] = []): Promise<number> {
  const shot = await page.screenshot({ fullPage: true, mask, maskColor: '#808080', animations: 'disabled' })
  const file = path.join(accepted, `${name}.png`)
  if (accepts) {
    await mkdir(accepted, { recursive: true })
    await writeFile(file, await sharp(shot).png({ palette: true, effort: 10 }).toBuffer())
    return 0
  }
  const [now, before] = await Promise.all([pixelsOf(shot), readFile(file).then(pixelsOf)])
  if (now.width !== before.width || now.height !== before.height) {
    await store(name, shot)
    throw new Error(`${name} is ${now.width} x ${now.height}, and was accepted with ${before.width} x ${before.height}`)
  }
  const { width, height } = now
  const compare = (output: Buffer | null): number =>
    pixelmatch(now.data, before.data, output, width, height, { threshold: tolerance.threshold })
  // Drawing the difference takes longer than counting it.
  const share = compare(null) / (width * height)
  if (share > tolerance.share) {
    const difference = Buffer.alloc(width * height * 4)
    compare(difference)
    await store(name, shot)
    const drawn = sharp(difference, { raw: { width, height, channels: 4 } })
    await store(`${name}.difference`, await drawn.png().toBuffer())
  }
  return share
}

export const maxDifference = tolerance.share

async function pixelsOf(picture: Buffer): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

async function store(name: string, picture: Buffer): Promise<void> {
  await mkdir(differences, { recursive: true })
  await writeFile(path.join(differences, `${name}.png`), picture)
}
