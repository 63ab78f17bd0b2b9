const rows = 4
const maxCount = 15
/** Counts are halved after so many counted uses for each counter of a row, so that old habits fade. */
const usesPerCounter = 8

/**
 * How often keys were used lately, about, in a fixed amount of memory (a count-min sketch): a key may seem more frequent
 * than it is, never less.
 */
export class Frequency {
  readonly #counters: Uint8Array
  readonly #mask: number
  #left: number

  /** `size` is a power of two: about how many keys are distinguished. */
  constructor(size: number) {
    this.#counters = new Uint8Array(rows * size)
    this.#mask = size - 1
    this.#left = size * usesPerCounter
  }

  count(key: string): void {
    const hash = hashOf(key)
    for (let row = 0; row < rows; row += 1) {
      const at = this.#index(hash, row)
      const value = this.#counters[at] ?? 0
      if (value < maxCount) this.#counters[at] = value + 1
    }
    this.#left -= 1
    if (this.#left === 0) this.#fade()
  }

  of(key: string): number {
    const hash = hashOf(key)
    let least = maxCount
    for (let row = 0; row < rows; row += 1) least = Math.min(least, this.#counters[this.#index(hash, row)] ?? 0)
    return least
  }

  #index(hash: number, row: number): number {
    const mixed = Math.imul(hash ^ (hash >>> (7 + row)), 0x9e3779b1 + row * 0x7f4a7c15) >>> 0
    return row * (this.#mask + 1) + ((mixed ^ (mixed >>> 15)) & this.#mask)
  }

  #fade(): void {
    for (let at = 0; at < this.#counters.length; at += 1) this.#counters[at] = (this.#counters[at] ?? 0) >> 1
    this.#left = (this.#mask + 1) * usesPerCounter
  }
}

/** FNV-1a. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
