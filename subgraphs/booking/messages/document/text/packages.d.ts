/** The used parts of packages without types, or with types that do not fit their modules. */

declare module 'bidi-js/dist/bidi.mjs' {
  interface Bidi {
    /** The embedding level of every UTF-16 unit (Unicode Standard Annex 9): odd ones read from right to left. */
    getEmbeddingLevels(text: string): { readonly levels: Uint8Array }
    /** A bracket's or sign's other side. */
    getMirroredCharacter(character: string): string | null
  }
  export default function bidiFactory(): Bidi
}

declare module 'linebreak' {
  /** Where a line may end (Unicode Standard Annex 14). */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { readonly position: number } | null
  }
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: { keepAllGlyphs: true; targetFormat: 'truetype'; variationAxes: Readonly<Record<string, number>> },
  ): Promise<Buffer>
}
