import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fontPackage, type FontPackage } from './font-packages.ts'
import { shapedFont, type ShapedFont } from './shaped-font.ts'

/** A grapheme of a text, and the font that draws it. */
export interface Letter {
  readonly text: string
  readonly font: ShapedFont
  /** Where it is in the text. */
  readonly index: number
}

/** Latin with every accent, Greek, Cyrillic, Armenian, Hebrew, Georgian, Lao, N'Ko, Tifinagh, and many signs. */
let dejaVu: Promise<{ regular: ShapedFont; bold: ShapedFont }> | undefined
export const mainFonts = (): Promise<{ regular: ShapedFont; bold: ShapedFont }> => (dejaVu ??= readMainFonts())

async function readMainFonts(): Promise<{ regular: ShapedFont; bold: ShapedFont }> {
  const { resolve } = createRequire(import.meta.url)
  const read = async (name: string) => shapedFont(name, await readFile(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)))
  const [regular, bold] = await Promise.all([read('DejaVuSans'), read('DejaVuSans-Bold')])
  return { regular, bold }
}

interface Source {
  readonly name: string
  /** The letters that are looked for here, before the main font. */
  readonly letters: RegExp
  readonly package: FontPackage
}

const source = (name: string, letters: RegExp): Source => ({ name, letters, package: fontPackage(name) })

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\ufe30-\ufe4f\uff00-\uffef]/u
const emoji = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u

/** Chinese characters look a little different in each country: whose shapes are taken is decided by `sourcesFor`. */
const [simplified, traditional, japanese, korean] = ['sc', 'tc', 'jp', 'kr'].map((country) =>
  source(`noto-sans-${country}`, eastAsian),
) as [Source, Source, Source, Source]

/**
 * The main font has the Arabic letters of most languages, each drawn whole; this one has all, but draws many of a shape
 * and its points, which a reader cannot copy. For a text with a letter that only this font has, it draws all of them,
 * joined.
 */
const arabic = source('noto-sans-arabic', /\p{Script=Arabic}/u)

const others: readonly Source[] = [
  source('noto-sans-thaana', /\p{Script=Thaana}/u),
  source('noto-sans-devanagari', /\p{Script=Devanagari}/u),
  source('noto-sans-bengali', /\p{Script=Bengali}/u),
  source('noto-sans-gurmukhi', /\p{Script=Gurmukhi}/u),
  source('noto-sans-gujarati', /\p{Script=Gujarati}/u),
  source('noto-sans-oriya', /\p{Script=Oriya}/u),
  source('noto-sans-tamil', /\p{Script=Tamil}/u),
  source('noto-sans-telugu', /\p{Script=Telugu}/u),
  source('noto-sans-kannada', /\p{Script=Kannada}/u),
  source('noto-sans-malayalam', /\p{Script=Malayalam}/u),
  source('noto-sans-sinhala', /\p{Script=Sinhala}/u),
  source('noto-sans-thai', /\p{Script=Thai}/u),
  source('noto-sans-khmer', /\p{Script=Khmer}/u),
  source('noto-sans-myanmar', /\p{Script=Myanmar}/u),
  source('noto-serif-tibetan', /\p{Script=Tibetan}/u),
  source('noto-sans-ethiopic', /\p{Script=Ethiopic}/u),
  source('noto-emoji', emoji),
]

/** Where the letters of a text are looked for, in order. `country` is where its owner is from, when that is known. */
function sourcesFor(text: string, country: string | null, main: ShapedFont): readonly Source[] {
  const first = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? japanese
    : /\p{Script=Hangul}/u.test(text)
      ? korean
      : /\p{Script=Bopomofo}/u.test(text)
        ? traditional
        : ({ JP: japanese, KR: korean, TW: traditional, HK: traditional, MO: traditional }[country ?? ''] ?? simplified)
  const arabicIsRare = !covers(main, text.match(/\p{Script=Arabic}/gu)?.join('') ?? '')
  return [...(arabicIsRare ? [arabic] : []), ...new Set([first, simplified, traditional, japanese, korean]), ...others]
}

/** Slices in use, the least recently used first. A slice takes some 0.1 to 0.5 MB. */
const slices = new Map<string, Promise<ShapedFont>>()
const maxCachedSlices = 64

function readSlice({ name, package: { read } }: Source, slice: string): Promise<ShapedFont> {
  const key = `${name}-${slice}`
  const font = slices.get(key) ?? read(slice).then((file) => shapedFont(key, file))
  slices.delete(key)
  slices.set(key, font)
  // A font that could not be read is read again at its next use.
  font.catch(() => slices.delete(key))
  const [oldest] = slices.keys()
  if (slices.size > maxCachedSlices && oldest !== undefined) slices.delete(oldest)
  return font
}

/** Drawn for a letter that no font has. */
const unknown = '\ufffd'

/** Invisible characters: joiners, variation selectors, and the like. */
const invisible = /\p{Default_Ignorable_Code_Point}/u

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cuts a text into what a reader sees as letters, each with a font that has all of it: the main font, or another. */
export async function lettersOf(text: string, country: string | null, main: ShapedFont): Promise<Letter[]> {
  const sources = sourcesFor(text, country, main)
  const letters: Letter[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const previous = letters.at(-1)
    const font = previous && staysWith(segment, previous) ? previous.font : await fontFor(segment, sources, main)
    if (font) letters.push({ text: segment, font, index })
    // A grapheme that no font has as a whole (rare marks, a family of emoji) is drawn part by part.
    else
      for (const part of segment) {
        if (invisible.test(part)) continue
        const own = await fontFor(part, sources, main)
        letters.push(own ? { text: part, font: own, index } : { text: unknown, font: main, index })
      }
  }
  return letters
}

/** Spaces and points stay with the letters before them, so that these are drawn in one stroke. */
const staysWith = (text: string, { text: before, font }: Letter): boolean =>
  /^[\p{Zs}\p{P}]+$/u.test(text) && !eastAsian.test(text) && !emoji.test(before) && covers(font, text)

const covers = (font: ShapedFont, text: string): boolean =>
  [...text].every((letter) => invisible.test(letter) || font.covers(letter.codePointAt(0) ?? 0))

async function fontFor(text: string, sources: readonly Source[], main: ShapedFont): Promise<ShapedFont | undefined> {
  for (const candidate of sources) {
    if (!candidate.letters.test(text)) continue
    for (const slice of await candidate.package.slicesOf(text.codePointAt(0) ?? 0)) {
      const font = await readSlice(candidate, slice)
      if (covers(font, text)) return font
    }
  }
  return covers(main, text) ? main : undefined
}
