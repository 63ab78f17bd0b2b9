import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** The bold letters of a font package that has them in slices, each a file for some ranges of Unicode. */
export interface FontPackage {
  /** The slice that should have a letter. */
  sliceOf(codePoint: number): Promise<string | undefined>
  /** A slice as a font file. */
  read(slice: string): Promise<Buffer>
}

interface Range {
  readonly from: number
  readonly to: number
  readonly slice: string
}

/** A package of Fontsource by its name. It is read only when a text needs it. */
export function fontPackage(name: string): FontPackage {
  let ranges: Promise<readonly Range[]> | undefined
  return {
    sliceOf: async (codePoint) => find(await (ranges ??= readRanges(name)), codePoint)?.slice,
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
}

/** The last range that begins at or before the letter, if it reaches to it. */
function find(ranges: readonly Range[], codePoint: number): Range | undefined {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.from ?? Infinity) <= codePoint) low = middle + 1
    else high = middle
  }
  const range = ranges[low - 1]
  return range && codePoint <= range.to ? range : undefined
}
