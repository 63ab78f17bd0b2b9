export interface VisibleRange {
  readonly first: number
  /** The row after the last one. */
  readonly end: number
}

/** The rendered rows of a scrolled list: those in view, and some on either side. */
export function visibleRange(
  { scrollTop, height }: { readonly scrollTop: number; readonly height: number },
  rowHeight: number,
  count: number,
  overscan = 8,
): VisibleRange {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan)
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan)
  return { first: Math.min(first, end), end }
}
