import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useText } from '../text/language.tsx'
import { visibleRange } from './visible-range.ts'

export interface Column<Row> {
  readonly key: string
  readonly header: string
  /** A width of CSS grids, such as 1fr or 8rem. */
  readonly width: string
  readonly isNumber?: boolean
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

const rowHeight = 44
/** Between columns and at the edges of a row. */
const columnGap = '0.8rem'
/** The minimum width of columns that share the rest. */
const minShare = '9rem'
const isShare = (width: string): boolean => width.endsWith('fr')
/** Rows that are left when the next page is requested. */
const endMargin = 20

/** A table of any length: only the rows in view are in the page. */
export function Table<Row>({ label, columns, rows, total, isLoading = false, keyOf, onEnd }: TableProperties<Row>) {
  const translate = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ scrollTop: 0, height: 600 })
  const { first, end } = visibleRange(view, rowHeight, rows.length)
  const measure = (): void => {
    const element = scroller.current
    if (element) setView({ scrollTop: element.scrollTop, height: element.clientHeight })
  }
  useLayoutEffect(() => {
    measure()
    const observer = new ResizeObserver(measure)
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])
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
      <div role="rowgroup" class="head" style={{ minWidth }}>
        <div role="row" aria-rowindex={1} class="row" style={{ gridTemplateColumns: template }}>
          {columns.map(({ key, header, isNumber }) => (
            <span key={key} role="columnheader" class={isNumber ? 'number' : undefined}>
              {header}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" class="body" style={{ height: `${rows.length * rowHeight}px`, minWidth }}>
        {rows.slice(first, end).map((row, index) => (
          <div
            key={keyOf(row)}
            role="row"
            aria-rowindex={first + index + 2}
            class="row"
            style={{ gridTemplateColumns: template, height: `${rowHeight}px`, top: `${(first + index) * rowHeight}px` }}
          >
            {columns.map(({ key, cell, isNumber }) => (
              <span key={key} role="cell" class={isNumber ? 'number' : undefined}>
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
