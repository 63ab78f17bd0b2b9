/** A source of numbers in [0, 1) that is the same for the same text. */
export interface Random {
  (): number
  /** A number between two others. */
  between(low: number, high: number): number
  /** A whole number from `low` to `high`. */
  whole(low: number, high: number): number
}

/** FNV-1a over the text, then mulberry32. */
export function randomOf(text: string): Random {
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + (high - low) * next()
  return Object.assign(next, { between, whole: (low: number, high: number) => Math.floor(between(low, high + 1)) })
}
