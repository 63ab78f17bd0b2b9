import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import type { SalesRow } from './sales.ts'

interface SalesChartProperties {
  /** In one currency. */
  readonly rows: readonly SalesRow[]
  nameOf(row: SalesRow): string
}

const height = 100

/** Sales as bars; the table below has the same figures. */
export function SalesChart({ rows, nameOf }: SalesChartProperties) {
  const translate = useText()
  const formats = useFormats()
  const max = Math.max(1, ...rows.map(({ soldTotalCents }) => soldTotalCents))
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (!first || !last) return null
  return (
    <figure class="sales-chart">
      <figcaption>{translate('reports.chart', { currency: first.currency })}</figcaption>
      <svg
        role="img"
        aria-label={translate('reports.chart', { currency: first.currency })}
        viewBox={`0 0 ${rows.length} ${height}`}
        preserveAspectRatio="none"
      >
        {rows.map((row, index) => {
          const bar = (row.soldTotalCents / max) * height
          return (
            <rect key={index} x={index + 0.1} y={height - bar} width={0.8} height={bar}>
              <title>{`${nameOf(row)}: ${formats.money(row.soldTotalCents, row.currency)}`}</title>
            </rect>
          )
        })}
      </svg>
      <p class="hint">
        <span>{nameOf(first)}</span>
        {rows.length > 1 && <span>{nameOf(last)}</span>}
      </p>
    </figure>
  )
}
