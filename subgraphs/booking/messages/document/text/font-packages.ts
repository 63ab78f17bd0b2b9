import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** The bold letters of a font package that has them in slices, each a file for some ranges of Unicode. */
export interface FontPackage {
  /** The slices that should have a letter, the narrowest range first: the same one is in several. */
  slicesOf(codePoint: number): Promise<readonly string[]>
  /** A slice as a font file. */
  read(slice: string): Promise<Buffer>
}

interface Range {
  readonly from: number
  readonly to: number
  readonly slice: string
  /** The largest end of this range and those before it. */
  readonly reach: number
}

/** A package of Fontsource by its name. It is read only when a text needs it. */
export function fontPackage(name: string): FontPackage {
  let ranges: Promise<readonly Range[]> | undefined
  return {
    slicesOf: async (codePoint) => find(await (ranges ??= readRanges(name)), codePoint),
    async read(slice) {
      const file = await readFile(resolve(`@fontsource-variable/${name}/files/${name}-${slice}-wght-normal.woff2`))
      // One weight of all, in the format that a PDF takes.
      const { default: subsetFont } = await import('subset-font')
      return subsetFont(file, undefined, {
        keepAllGlyphs: true,
        targetFormat: 'truetype',
        variationAxes: { wght: 700 },
      })
    },
  }
}

async function readRanges(name: string): Promise<Range[]> {
  const slices = JSON.parse(await readFile(resolve(`@fontsource-variable/${name}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >
  let reach = 0
  return Object.entries(slices)
    .flatMap(([key, list]) => {
      const slice = key.replace(/[[\]]/g, '')
      return [...list.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = '', to = from]) => ({
        from: parseInt(from, 16),
        to: parseInt(to, 16),
        slice,
      }))
    })
    .sort((a, b) => a.from - b.from)
    .map((range) => ({ ...range, reach: (reach = Math.max(reach, range.to)) }))
}

/** Ranges of different slices overlap, so the last one that begins before a letter need not be one that has it. */
function find(ranges: readonly Range[], codePoint: number): string[] {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.from ?? Infinity) <= codePoint) low = middle + 1
    else high = middle
  }
  const found: Range[] = []
  for (let index = low - 1; index >= 0; index -= 1) {
    const range = ranges[index]
    if (!range || range.reach < codePoint) break
    if (codePoint <= range.to) found.push(range)
  }
  return found.sort((a, b) => a.to - a.from - (b.to - b.from)).map(({ slice }) => slice)
}
