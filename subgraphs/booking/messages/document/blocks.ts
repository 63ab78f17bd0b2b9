import { quietZone } from './qr.ts'
import { rightToLeftRun, type Line, type ShapedFont, type Typeset } from './text/index.ts'

type Paper = PDFKit.PDFDocument

/** Part of a page: its height at the width that it was made for, and how it is drawn. */
export interface Block {
  readonly height: number
  draw(paper: Paper, left: number, top: number): void
}

export const colours = {
  ink: '#12272b',
  soft: '#52666b',
  accent: '#0b5563',
  line: '#d3dedf',
  warn: { ink: '#6b4700', paper: '#fff3d1' },
  bad: { ink: '#8a1c1c', paper: '#fdeaea' },
} as const

export interface TextStyle {
  readonly width: number
  readonly size: number
  /** The most lines. */
  readonly limit?: number
  readonly colour?: string
  readonly align?: 'left' | 'center' | 'right'
  /** Where a click on the text leads. */
  readonly url?: string
}

const lineHeight = ({ ascent, descent }: Line, size: number): number => (ascent + descent) * size

export function textBlock(
  text: Typeset,
  { width, size, limit, colour = colours.ink, align = 'left', url }: TextStyle,
): Block {
  const lines = text.lines(width / size, limit)
  const height = lines.reduce((sum, line) => sum + lineHeight(line, size), 0)
  return {
    height,
    draw(paper, left, top) {
      paper.fontSize(size).fillColor(colour)
      let y = top
      for (const line of lines) {
        const free = align === 'left' ? 0 : width - lineWidth(line) * size
        drawLine(paper, line, size, left + (align === 'center' ? free / 2 : free), y)
        y += lineHeight(line, size)
      }
      if (url !== undefined) paper.link(left, top, width, height, url)
    },
  }
}

const lineWidth = ({ pieces }: Line): number =>
  pieces.reduce((sum, { text, font, rightToLeft }) => sum + font.width(text, rightToLeft), 0)

function drawLine(paper: Paper, { pieces, ascent }: Line, size: number, left: number, top: number): void {
  let x = left
  for (const [index, { text, font, rightToLeft }] of pieces.entries()) {
    useFont(paper, font).text(text, x, top + ascent * size, {
      baseline: 'alphabetic',
      lineBreak: false,
      features: [rightToLeft ? rightToLeftRun : 'ltrm'],
    })
    // Measuring lays the text out once more, which the last one does not need.
    if (index < pieces.length - 1) x += font.width(text, rightToLeft) * size
  }
}

const useFont = (paper: Paper, { name, source }: ShapedFont): Paper => paper.registerFont(name, source).font(name)

/** One below the other. */
export function stack(blocks: readonly Block[], gap = 0): Block {
  const visible = blocks.filter(({ height }) => height > 0)
  return {
    height: visible.reduce((sum, { height }) => sum + height, Math.max(0, visible.length - 1) * gap),
    draw(paper, left, top) {
      let y = top
      for (const block of visible) {
        block.draw(paper, left, y)
        y += block.height + gap
      }
    },
  }
}

/** Side by side, each at its distance from the left. */
export const row = (parts: readonly { readonly at: number; readonly block: Block }[]): Block => ({
  height: Math.max(0, ...parts.map(({ block }) => block.height)),
  draw: (paper, left, top) => parts.forEach(({ at, block }) => block.draw(paper, left + at, top)),
})

export const space = (height: number): Block => ({ height, draw: () => undefined })

/** A block with space around it, on a coloured or outlined card. */
export function card(
  block: Block,
  style: { readonly width: number; readonly padding: number; readonly fill?: string; readonly outline?: string },
): Block {
  const { width, padding, fill, outline } = style
  const height = block.height + 2 * padding
  return {
    height,
    draw(paper, left, top) {
      if (fill !== undefined) paper.roundedRect(left, top, width, height, 8).fill(fill)
      if (outline !== undefined) paper.roundedRect(left, top, width, height, 8).lineWidth(0.8).stroke(outline)
      block.draw(paper, left + padding, top + padding)
    },
  }
}

/** A line across, such as where the lower part of a ticket is torn off. */
export const rule = (width: number, dash?: number): Block => ({
  height: 1,
  draw(paper, left, top) {
    paper.moveTo(left, top).lineTo(left + width, top)
    if (dash !== undefined) paper.dash(dash, { space: dash })
    paper.lineWidth(0.8).stroke(colours.line)
    if (dash !== undefined) paper.undash()
  },
})

/** A QR code as squares of the page itself: sharp at any size, and smaller than an image. */
export function qrBlock(squares: readonly (readonly boolean[])[], side: number): Block {
  const square = side / (squares.length + 2 * quietZone)
  return {
    height: side,
    draw(paper, left, top) {
      squares.forEach((line, y) =>
        line.forEach((dark, x) => {
          if (dark) paper.rect(left + (x + quietZone) * square, top + (y + quietZone) * square, square, square)
        }),
      )
      paper.fill('#000')
    },
  }
}
