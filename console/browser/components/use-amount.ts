import { useState } from 'preact/hooks'
import { amountOf } from './cents.ts'

/** The text of an amount field. Until it is edited it follows the given cents, which a reload may change meanwhile. */
export function useAmount(cents: number): readonly [amount: string, setAmount: (amount: string) => void] {
  const [edited, setEdited] = useState<string | null>(null)
  return [edited ?? amountOf(cents), setEdited]
}
