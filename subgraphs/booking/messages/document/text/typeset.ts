import bidiFactory from 'bidi-js/dist/bidi.mjs'
import LineBreaker from 'linebreak'
import { lettersOf, mainFonts, type Letter } from './fonts.ts'
import { oneLine } from './one-line.ts'
import type { ShapedFont } from './shaped-font.ts'

/** A run of text in one font and one direction. */
export interface BodyPart {
  readonly text: string
  readonly font: ShapedFont
  readonly rightToLeft: boolean
}

export interface Line {
  /** From left to right. */
  readonly pieces: readonly BodyPart[]
  /** Of its tallest font, above and below the line that letters stand on, in parts of the font size. */
  readonly ascent: number
  readonly descent: number
}

/** A text of any scripts, ready to be set in lines. */
export interface Typeset {
  /** Lines of at most a width, in parts of the font size; a text that needs more than `limit` ends with an ellipsis. */
  lines(width: number, limit?: number): Line[]
}

/** A letter with its embedding level (Unicode Standard Annex 9): odd ones read from right to left. */
interface PlacedLetter extends Omit<Letter, 'index'> {
  readonly level: number
}

interface Word {
  readonly letters: readonly PlacedLetter[]
  readonly width: number
  /** Without the spaces at its end, which may stand over the edge. */
  readonly visibleWidth: number
  /** Its letters one by one, for lines that are shorter than it. */
  readonly parts: () => readonly Word[]
}

const bidi = bidiFactory()

/** Emoji and other signs of two UTF-16 units, whose halves would count as letters: a sign of one stands for each. */
const pairedSigns = /(?!\p{L})[\u{10000}-\u{10ffff}]/gu

export type Weight = 'regular' | 'bold'

/** Prepares one line of text from any script; `country` is where its owner is from, when that is known. */
export async function typeset(value: string, weight: Weight, country: string | null = null): Promise<Typeset> {
  const text = oneLine(value)
  const { levels } = bidi.getEmbeddingLevels(text.replace(pairedSigns, '\u2606\u2606'))
  const { [weight]: main } = await mainFonts()
  const letters = await lettersOf(text, country, main)
  const words = wordsOf(
    text,
    letters.map(({ index, ...letter }) => ({ ...letter, level: levels[index] ?? 0 })),
    letters.map(({ index }) => index),
  )
  const ellipsis: PlacedLetter = { text: '…', font: main, level: (levels[0] ?? 0) % 2 }
  return {
    lines(width, limit = Infinity) {
      const lines = fill(words, width)
      const visible = lines.slice(0, limit)
      const last = visible.at(-1)
      if (last && lines.length > limit) visible[visible.length - 1] = shortened(last, ellipsis, width)
      return visible.map(lineOf)
    },
  }
}

function lineOf(letters: readonly PlacedLetter[]): Line {
  const pieces = inVisualOrder(withoutSpacesAtEnd(letters))
  return {
    pieces,
    ascent: Math.max(...pieces.map(({ font }) => font.ascent)),
    descent: Math.max(...pieces.map(({ font }) => font.descent)),
  }
}

/** Cuts the letters where a line may end. */
function wordsOf(text: string, letters: readonly PlacedLetter[], indexes: readonly number[]): Word[] {
  const words: Word[] = []
  const breaker = new LineBreaker(text)
  let from = 0
  for (let end = breaker.nextBreak(); end; end = breaker.nextBreak()) {
    let to = from
    while (to < letters.length && (indexes[to] ?? 0) < end.position) to += 1
    if (to > from) words.push(word(letters.slice(from, to)))
    from = to
  }
  return words
}

function word(letters: readonly PlacedLetter[]): Word {
  let parts: readonly Word[] | undefined
  return {
    letters,
    width: widthOf(letters),
    visibleWidth: widthOf(withoutSpacesAtEnd(letters)),
    parts: () => (parts ??= letters.map((letter) => word([letter]))),
  }
}

/** Lines as full as they can be; a word longer than a line is broken between letters. */
function fill(words: readonly Word[], width: number): PlacedLetter[][] {
  const lines: PlacedLetter[][] = []
  let filled = Infinity
  for (const { letters, width: added, visibleWidth } of words.flatMap((one) =>
    one.visibleWidth <= width ? one : one.parts(),
  )) {
    if (filled + visibleWidth > width) {
      lines.push([])
      filled = 0
    }
    lines.at(-1)?.push(...letters)
    filled += added
  }
  return lines
}

function shortened(line: readonly PlacedLetter[], ellipsis: PlacedLetter, width: number): PlacedLetter[] {
  const visible = [...line]
  while (visible.length > 0 && widthOf([...visible, ellipsis]) > width) visible.pop()
  return [...visible, ellipsis]
}

function withoutSpacesAtEnd<L extends { readonly text: string }>(letters: readonly L[]): readonly L[] {
  const last = letters.findLastIndex(({ text }) => !/^\p{Zs}+$/u.test(text))
  return letters.slice(0, last + 1)
}

const widthOf = (letters: readonly PlacedLetter[]): number =>
  runsOf(letters).reduce((sum, { text, font, level }) => sum + font.width(text, level % 2 === 1), 0)

/** Neighbours of one font and level together. */
function runsOf(letters: readonly PlacedLetter[]): PlacedLetter[] {
  const runs: PlacedLetter[] = []
  for (const letter of letters) {
    const run = runs.at(-1)
    if (run?.font === letter.font && run.level === letter.level)
      runs[runs.length - 1] = { ...run, text: run.text + letter.text }
    else runs.push(letter)
  }
  return runs
}

/** From the highest level down, what stands on it or above is turned round (rule L2); a run turns its own letters. */
function inVisualOrder(letters: readonly PlacedLetter[]): BodyPart[] {
  const runs = runsOf(letters)
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let start = 0; start < runs.length; start += 1) {
      let end = start
      while ((runs[end]?.level ?? -1) >= level) end += 1
      if (end > start) runs.splice(start, end - start, ...runs.slice(start, end).reverse())
      start = Math.max(start, end - 1)
    }
  return runs.map(({ text, font, level }) => ({ text, font, rightToLeft: level % 2 === 1 }))
}
