import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** A table of few rows. On a phone each row is a card, and each cell is labelled with its column. */
export function LinesTable({ label, children }: { label?: string; children: ComponentChildren }) {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => {
    const [head] = table.current?.tHead?.rows ?? []
    const names = [...(head?.cells ?? [])].map(({ textContent }) => textContent)
    for (const body of table.current?.tBodies ?? [])
      for (const { cells } of body.rows)
        for (const [index, cell] of [...cells].entries()) cell.dataset['label'] = names[index] ?? ''
  })
  return (
    <div class="scroll" tabIndex={0}>
      <table ref={table} class="lines as-cards" aria-label={label}>
        {children}
      </table>
    </div>
  )
}
