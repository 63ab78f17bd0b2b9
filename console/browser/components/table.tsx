import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useText } from '../text/language.tsx'
import { useNarrow } from './use-narrow.ts'
import { visibleRange } from './visible-range.ts'

export interface Column<Row> {
  readonly key: string
  readonly header: string
  /** A width of CSS grids, such as 1fr or 8rem. */
  readonly width: string
  readonly isNumber?: boolean
  /**
   * Its place where rows are cards, on a phone: two that are `top` share the first line, of others two that are `half`
   * one. Each has a line of its own without it, the first column as the title.
   */
  readonly inCard?: 'top' | 'half'
  /** The lines that a long text has in a card; one when absent, which cuts it off. */
  readonly linesInCard?: number
  cell(row: Row): ComponentChildren
}

interface TableProperties<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Whether rows are loading: no rows yet does not mean that there are none. */
  readonly isLoading?: boolean
  /** The total, loaded or not. */
  readonly total?: number | undefined
  keyOf(row: Row): string
  /** Called when the end of the loaded rows is near. */
  onEnd?(): void
}

const tableRowHeight = 48
/** Of a card: a line, and what is above, below and between cards. */
const lineHeight = 26
const cardPadding = 20
const cardGap = 8
/** Between columns and at the edges of a row. */
const columnGap = '0.8rem'
/** The minimum width of columns that share the rest. */
const minShare = '9rem'
const isShare = (width: string): boolean => width.endsWith('fr')
/** The lines of a card; a half has a line of its own where no other is beside it. */
function linesOf<Row>(columns: readonly Column<Row>[]): number {
  let lines = 0
  let open: Column<Row>['inCard']
  for (const { inCard, linesInCard = 1 } of columns) {
    if (inCard !== undefined && inCard === open) open = undefined
    else {
      lines += linesInCard
      open = inCard
    }
  }
  return lines
}
/** Rows that are left when the next page is requested. */
const endMargin = 20

/** A table of any length: only the rows in view are in the page. */
export function Table<Row>({ label, columns, rows, total, isLoading = false, keyOf, onEnd }: TableProperties<Row>) {
  const translate = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ scrollTop: 0, height: 600 })
  const isNarrow = useNarrow()
  const rowHeight = isNarrow ? linesOf(columns) * lineHeight + cardPadding + cardGap : tableRowHeight
  const { first, end } = visibleRange(view, rowHeight, rows.length)
  const measure = (): void => {
    const element = scroller.current
    if (!element) return
    // Cards move with the page, rows within the table.
    setView(
      isNarrow
        ? { scrollTop: Math.max(0, -element.getBoundingClientRect().top), height: innerHeight }
        : { scrollTop: element.scrollTop, height: element.clientHeight },
    )
  }
  useLayoutEffect(() => {
    measure()
    const observer = new ResizeObserver(measure)
    if (scroller.current) observer.observe(scroller.current)
    if (isNarrow) addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure)
    }
  }, [isNarrow])
  const isNearEnd = end + endMargin >= rows.length
  useEffect(() => {
    if (isNearEnd) onEnd?.()
  }, [isNearEnd, rows.length, onEnd])
  const template = columns.map(({ width }) => (isShare(width) ? `minmax(${minShare}, ${width})` : width)).join(' ')
  // At least as wide as its columns: a narrow window scrolls instead of hiding some.
  const minWidth = `calc(${columns.map(({ width }) => (isShare(width) ? minShare : width)).join(' + ')} + ${columns.length + 1} * ${columnGap})`
  return (
    <div
      class="table"
      role="table"
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
      tabIndex={0}
      ref={scroller}
      onScroll={measure}
    >
      <div role="rowgroup" class="head" style={{ minWidth: isNarrow ? undefined : minWidth }}>
        <div role="row" aria-rowindex={1} class="row" style={{ gridTemplateColumns: template }}>
          {columns.map(({ key, header, isNumber }) => (
            <span key={key} role="columnheader" class={isNumber ? 'number' : undefined}>
              {header}
            </span>
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        class="body"
        style={{ height: `${rows.length * rowHeight}px`, minWidth: isNarrow ? undefined : minWidth }}
      >
        {rows.slice(first, end).map((row, index) => (
          <div
            key={keyOf(row)}
            role="row"
            aria-rowindex={first + index + 2}
            class="row"
            style={{
              gridTemplateColumns: isNarrow ? undefined : template,
              height: `${isNarrow ? rowHeight - cardGap : rowHeight}px`,
              top: `${(first + index) * rowHeight}px`,
            }}
          >
            {columns.map(({ key, header, cell, isNumber, inCard, linesInCard }) => (
              <span
                key={key}
                role="cell"
                class={[isNumber && 'number', inCard, linesInCard && 'tall'].filter(Boolean).join(' ') || undefined}
                style={isNarrow && linesInCard ? { gridRowEnd: `span ${linesInCard}` } : undefined}
                data-label={header}
              >
                {cell(row)}
              </span>
            ))}
          </div>
        ))}
      </div>
      {rows.length === 0 && (
        <div role="rowgroup">
          <div role="row">
            <span role="cell" class="empty" aria-busy={isLoading}>
              {translate(isLoading ? 'common.loading' : 'list.empty')}
            </span>
          </div>
        </div>
      )}
    </div>
  )
}
