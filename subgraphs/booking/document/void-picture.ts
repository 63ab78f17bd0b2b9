import { PNG } from 'pngjs'
import type { Language } from '../../../platform/values/i18n.ts'

/** Why a ticket is no longer valid. */
export type VoidReason = 'cancelled' | 'refunded' | 'no_show'

/** Words without accents: the letters below have none. */
const words: Readonly<Record<VoidReason, Readonly<Record<Language, string>>>> = {
  cancelled: { en: 'CANCELLED', es: 'CANCELADA' },
  refunded: { en: 'REFUNDED', es: 'REEMBOLSADA' },
  no_show: { en: 'NO SHOW', es: 'AUSENTE' },
}
const notValid: Readonly<Record<Language, string>> = { en: 'NOT VALID', es: 'NO VALIDA' }

/** Letters of five by seven points, a number of five bits for each row: enough for the words above without a font. */
const letters: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 27, 17],
  ' ': [0, 0, 0, 0, 0, 0, 0],
}
const letterWidth = 5
const letterHeight = 7

/** Points of the picture's side: the longest word and an edge. */
const side = 71
const pointPixels = 6

/** The picture shown instead of a QR code that is no longer valid, with the reason as text. */
export function renderVoidPicture(reason: VoidReason, format: 'PNG' | 'SVG', language: Language): Buffer {
  const word = words[reason][language]
  const middle = Math.floor(side / 2)
  const points = [
    ...pointsOf(word, middle - letterHeight - 2),
    ...pointsOf(notValid[language], middle + 3),
    ...framePoints(),
  ]
  return format === 'SVG' ? svgOf(points, `${word}: ${notValid[language]}`) : pngOf(points)
}

type Point = readonly [x: number, y: number]

/** The points of a line of text, in the middle of its row. */
function pointsOf(text: string, top: number): Point[] {
  const left = Math.floor((side - text.length * (letterWidth + 1) + 1) / 2)
  return [...text].flatMap((letter, index) =>
    (letters[letter] ?? []).flatMap((row, y) =>
      Array.from({ length: letterWidth }, (_, x) => x)
        .filter((x) => (row >> (letterWidth - 1 - x)) & 1)
        .map((x): Point => [left + index * (letterWidth + 1) + x, top + y]),
    ),
  )
}

const framePoints = (): Point[] =>
  Array.from({ length: side }, (_, i) => i).flatMap((i): Point[] => [
    [i, 0],
    [i, side - 1],
    [0, i],
    [side - 1, i],
  ])

function svgOf(points: readonly Point[], title: string): Buffer {
  const path = points.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" role="img">` +
      `<title>${title}</title><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#b00" d="${path}"/></svg>\n`,
  )
}

function pngOf(points: readonly Point[]): Buffer {
  const pixels = side * pointPixels
  const picture = new PNG({ width: pixels, height: pixels, colorType: 2 })
  picture.data.fill(255)
  for (const [x, y] of points)
    for (let row = y * pointPixels; row < (y + 1) * pointPixels; row += 1)
      for (let column = x * pointPixels; column < (x + 1) * pointPixels; column += 1)
        picture.data.set([187, 0, 0, 255], (row * pixels + column) * 4)
  return PNG.sync.write(picture)
}
