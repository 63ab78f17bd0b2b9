import bidiFactory from 'bidi-js/dist/bidi.mjs'
import { create, type Font } from 'fontkit'

/** A font of the document library whose texts are laid out by HarfBuzz. */
export interface ShapedFont {
  /** Different for every font, so that the document library never takes one for another. */
  readonly name: string
  /** Of a line, in parts of the font size. */
  readonly ascent: number
  readonly descent: number
  covers(codePoint: number): boolean
  /** In parts of the font size. */
  width(text: string, rightToLeft: boolean): number
  /** A font for the document library; with the feature `rightToLeftRun` a text is laid out that way. */
  readonly source: Buffer
}

/** The document library hands the features of a text on to the font, and with them its direction. */
export const rightToLeftRun = 'rtlm'

interface Glyph {
  readonly id: number
  readonly advanceWidth: number
  /** The text that a reader copies for it. */
  readonly codePoints: readonly number[]
}

interface GlyphRun {
  readonly glyphs: readonly Glyph[]
  readonly positions: readonly { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  readonly advanceWidth: number
}

type GlyphInfo = Pick<import('harfbuzzjs').GlyphInfo, 'codepoint' | 'cluster'>

const bidi = bidiFactory()

/** Loaded with the first document: a start of the product does not wait for it. */
let harfBuzz: Promise<typeof import('harfbuzzjs')> | undefined

/**
 * The document library's own layout knows no directions, leaves some marks of the scripts of India in the wrong place
 * and fails on some names in Telugu; HarfBuzz is what browsers and phones draw with.
 */
export async function shapedFont(name: string, file: Buffer): Promise<ShapedFont> {
  const {
    Blob,
    Buffer: TextBuffer,
    BufferFlag,
    ClusterLevel,
    Direction,
    Face,
    Font,
    shape,
  } = await (harfBuzz ??= import('harfbuzzjs'))
  const font = create(file) as Font
  const shaper = new Font(new Face(new Blob(file)))
  // One for all texts of this font: HarfBuzz frees its memory only with the object.
  const buffer = new TextBuffer()

  const layout = (text: string, rightToLeft: boolean): GlyphRun => {
    buffer.reset()
    buffer.addText(text)
    buffer.setDirection(rightToLeft ? Direction.RTL : Direction.LTR)
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
    buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES)
    buffer.guessSegmentProperties()
    shape(shaper, buffer)
    const infos = buffer.getGlyphInfos()
    const copied = copiedTexts(text, rightToLeft, infos, font)
    const glyphs = infos.map(({ codepoint: id }, index) => ({
      id,
      advanceWidth: font.getGlyph(id).advanceWidth,
      codePoints: copied[index] ?? [],
    }))
    const positions = buffer
      .getGlyphPositions()
      .map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset }))
    return {
      glyphs,
      positions,
      // The document library scales the positions and then reads them.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }

  const source: unknown = Object.create(font, {
    postscriptName: { value: name },
    layout: {
      value: (text: string, features?: readonly string[]) => layout(text, features?.includes(rightToLeftRun) ?? false),
    },
  })
  return {
    name,
    ascent: font.ascent / font.unitsPerEm,
    descent: -font.descent / font.unitsPerEm,
    covers: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    width: (text, rightToLeft) => layout(text, rightToLeft).advanceWidth / font.unitsPerEm,
    source: source as Buffer,
  }
}

const codePoint = (letter: string): number => letter.codePointAt(0) ?? 0

const mirrored = (letter: string, font: Font): string => {
  const other = bidi.getMirroredCharacter(letter)
  return other !== null && font.hasGlyphForCodePoint(codePoint(other)) ? other : letter
}

/**
 * The code points that a reader copies for each glyph. A cluster is a stretch of the text that became some glyphs: a
 * glyph that the font has for one of its letters stands for that, and the first other one for what remains. A glyph has
 * one text in all of a document: a bracket turned round for its direction stands for the bracket that is seen.
 */
function copiedTexts(text: string, rightToLeft: boolean, infos: readonly GlyphInfo[], font: Font): number[][] {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const remaining = new Map(
    starts.map((start, index) => [
      start,
      [...text.slice(start, starts[index + 1])].map((letter) => (rightToLeft ? mirrored(letter, font) : letter)),
    ]),
  )
  const own = infos.map(({ codepoint: glyph, cluster }) => {
    const letters = remaining.get(cluster) ?? []
    const index = letters.findIndex((letter) => font.glyphForCodePoint(codePoint(letter)).id === glyph)
    return index < 0 ? undefined : letters.splice(index, 1)
  })
  const reading = rightToLeft ? [...infos.keys()].reverse() : [...infos.keys()]
  for (const index of reading) own[index] ??= remaining.get(infos[index]?.cluster ?? 0)?.splice(0) ?? []
  return own.map((letters = []) => letters.map(codePoint))
}
