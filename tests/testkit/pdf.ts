import { inflateSync } from 'node:zlib'

/** A stretch of text that a PDF draws, its letters as they stand from left to right. */
export interface Stroke {
  readonly text: string
  /** From the left and the lower edge of the page, in points. */
  readonly left: number
  readonly right: number
  readonly y: number
}

/** Reads the text of a page of a PDF back, as a reader that copies it does. */
export function strokesOf(pdf: Buffer, pageIndex = 0): Stroke[] {
  const objects = objectsOf(pdf)
  const object = (number: string | undefined) => objects.get(number ?? '') ?? { dictionary: '', content: '' }
  const pages = [...objects.values()].filter(({ dictionary }) => dictionary.includes('/Type /Page '))
  const page = pages[pageIndex]?.dictionary ?? ''
  const resources = object(/\/Resources (\d+)/.exec(page)?.[1]).dictionary
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', number]) => {
      const font = object(number).dictionary
      const descendant = object(/\/DescendantFonts \[(\d+)/.exec(font)?.[1]).dictionary
      const letters = lettersOf(object(/\/ToUnicode (\d+)/.exec(font)?.[1]).content)
      const widths = (/\/W \[0 \[([^\]]*)\]/.exec(descendant)?.[1] ?? '').split(' ').map(Number)
      return [name, { letters, widths }]
    }),
  )
  const strokes: Stroke[] = []
  const drawn = object(/\/Contents (\d+)/.exec(page)?.[1]).content
  for (const [, block = ''] of drawn.matchAll(/BT\n([\s\S]*?)ET/g)) {
    const [, name = '', size = '0'] = /\/(F\d+) ([\d.]+) Tf/.exec(block) ?? []
    const { letters = [], widths = [] } = fonts.get(name) ?? {}
    const places = [...block.matchAll(/1 0 0 1 ([-\d.]+) ([-\d.]+) Tm/g)]
    let text = ''
    let width = 0
    for (const [, hex, moved] of block.matchAll(/<([0-9a-f]*)>|(?<=> )(-?[\d.]+)(?= [<\]])/g)) {
      if (moved !== undefined) width -= Number(moved)
      for (const [glyph] of (hex ?? '').matchAll(/.{4}/g)) {
        text += letters[parseInt(glyph, 16)] ?? ''
        width += widths[parseInt(glyph, 16)] ?? 0
      }
    }
    const left = Number(places[0]?.[1])
    strokes.push({ text, left, right: left + (width * Number(size)) / 1000, y: Number(places[0]?.[2]) })
  }
  return strokes
}

/** The squares that a PDF draws, their places counted from the left and the upper edge of the page. */
export const squaresOf = (pdf: Buffer): { x: number; y: number; side: number }[] =>
  [...objectsOf(pdf).values()].flatMap(({ content }) =>
    [...content.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) \3 re$/gm)].map(([, x, y, side]) => ({
      x: Number(x),
      y: Number(y),
      side: Number(side),
    })),
  )

function objectsOf(pdf: Buffer): Map<string, { dictionary: string; content: string }> {
  const objects = new Map<string, { dictionary: string; content: string }>()
  for (const [, number = '', body = ''] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const start = body.indexOf('stream\n')
    const packed =
      start < 0 || !body.includes('/FlateDecode') ? undefined : Buffer.from(body.slice(start + 7), 'latin1')
    objects.set(number, {
      dictionary: (start < 0 ? body : body.slice(0, start)).replaceAll('\n', ' '),
      content: packed ? inflateSync(packed).toString('latin1') : '',
    })
  }
  return objects
}

/** The text that each glyph of a font is copied as. */
const lettersOf = (map: string): string[] =>
  [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, units = '']) =>
      String.fromCharCode(
        ...units
          .split(' ')
          .filter(Boolean)
          .map((unit) => parseInt(unit, 16)),
      ),
    ),
  )
