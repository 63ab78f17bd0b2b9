/** Cents of a typed amount such as 12.50; null for anything else. */
export function centsOf(text: string): number | null {
  const match = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

export const amountOf = (cents: number): string => (cents / 100).toFixed(2)
