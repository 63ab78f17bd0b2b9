import { useMemo, useState } from 'preact/hooks'
import type { Failure } from '../../api/failure.ts'
import { useQuery } from '../../api/use-query.ts'
import { ProductField } from '../../choices/product-field.tsx'
import { memberOf, noProduct, type Product } from '../../choices/products.ts'
import { useProductZone } from '../../choices/use-product-zone.ts'
import { FailureNotice } from '../../components/failure-notice.tsx'
import { SelectField, TextField } from '../../components/fields.tsx'
import { addDays } from '../../components/local-date.ts'
import { Loaded } from '../../components/loaded.tsx'
import { Table, type Column } from '../../components/table.tsx'
import { useToday } from '../../components/use-today.ts'
import { useSettled } from '../../components/use-settled.ts'
import { ReservationStatus } from '../../../../schema/generated/enums.ts'
import {
  SalesReportDocument,
  type ReservationStatus as Status,
  type SalesBasis,
  type SalesDimension,
} from '../../generated/operations.ts'
import { useSession } from '../../session/context.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { isAmount, priceParts, sums, totalsOf, type SalesRow } from './sales.ts'
import { SalesChart } from './sales-chart.tsx'

const dimensions: readonly SalesDimension[] = ['DAY', 'MONTH', 'PARTNER', 'PRODUCT', 'STATUS']
const bases: readonly SalesBasis[] = ['VISIT', 'CREATION']

interface Choice {
  readonly from: string
  readonly to: string
  readonly basis: SalesBasis
  readonly by: SalesDimension
  readonly product: Product
  readonly status: '' | Status
}

/** Sales by one dimension, and the files that have them. */
export default function ReportsPage() {
  const translate = useText()
  const { api, may, timeZone } = useSession()
  const isOperator = may('platform:manage')
  const [chosen, setChosen] = useState<Partial<Choice>>({})
  const { product: chosenProduct = noProduct } = chosen
  const today = useToday(useProductZone(chosenProduct).timeZone ?? timeZone)
  const choice = useMemo<Choice>(
    () => ({
      from: addDays(today, -30),
      to: addDays(today, 30),
      basis: 'VISIT',
      by: 'DAY',
      product: noProduct,
      status: '',
      ...chosen,
    }),
    [chosen, today],
  )
  const set = (change: Partial<Choice>): void => setChosen({ ...chosen, ...change })
  const settled = useSettled(choice)
  const { from, to, basis, by, product, status } = settled
  const { productId } = product
  const filter = { from, to, basis, productId: productId || null, status: status || null }
  const query = useQuery(
    SalesReportDocument,
    { filter, by: [by], isOperator },
    { pause: settled.from === '' || settled.to === '' },
  )
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSaving, setSaving] = useState(false)
  async function save(path: string, parameters: Record<string, string>): Promise<void> {
    setSaving(true)
    setFailure(await api.download(path, withoutEmpty(parameters)))
    setSaving(false)
  }
  const state = status.toLowerCase()
  const sales = { from, to, by: by.toLowerCase(), basis: basis.toLowerCase(), productId, status: state }
  const reservations = { dateFrom: from, dateTo: to, ...memberOf(product), status: state }
  const all = { value: '', label: translate('common.all') } as const
  return (
    <section>
      <div class="filters">
        <TextField
          type="date"
          label={translate('reports.from')}
          value={choice.from}
          onChange={(day) => set({ from: day })}
        />
        <TextField type="date" label={translate('reports.to')} value={choice.to} onChange={(day) => set({ to: day })} />
        <SelectField
          label={translate('reports.by')}
          value={choice.by}
          options={dimensions
            .filter((value) => value !== 'PARTNER' || isOperator)
            .map((value) => ({ value, label: translate(`reports.by.${value}`) }))}
          onChange={(value) => set({ by: value })}
        />
        <SelectField
          label={translate('reports.basis')}
          value={choice.basis}
          options={bases.map((value) => ({ value, label: translate(`reports.basis.${value}`) }))}
          onChange={(value) => set({ basis: value })}
        />
        <ProductField product={choice.product} onChange={(chosen) => set({ product: chosen })} />
        <SelectField
          label={translate('reservations.status')}
          value={choice.status}
          options={[all, ...ReservationStatus.map((value) => ({ value, label: translate(`status.${value}`) }))]}
          onChange={(value) => set({ status: value })}
        />
      </div>
      <div class="actions">
        <button type="button" disabled={isSaving} onClick={() => void save('reports/sales.csv', sales)}>
          {translate('reports.salesFile')}
        </button>
        {basis === 'VISIT' && (
          <button type="button" disabled={isSaving} onClick={() => void save('reservations.csv', reservations)}>
            {translate('reports.reservationsFile')}
          </button>
        )}
      </div>
      <FailureNotice failure={failure} />
      <Loaded query={query}>{({ salesReport }) => <Sales rows={salesReport.rows} by={by} />}</Loaded>
    </section>
  )
}

const withoutEmpty = (parameters: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''))

function Sales({ rows, by }: { rows: readonly SalesRow[]; by: SalesDimension }) {
  const translate = useText()
  const formats = useFormats()
  const nameOf = ({ day, month, partner, product, status }: SalesRow): string => {
    if (day) return formats.date(day)
    if (status) return translate(`status.${status}`)
    if (month) return formats.month(`${month}-01`)
    return partner?.name ?? product?.name ?? translate('reports.total')
  }
  const totals = useMemo(() => totalsOf(rows), [rows])
  const columns: readonly Column<SalesRow>[] = [
    { key: 'name', header: translate(`reports.by.${by}`), width: '1fr', cell: (row) => <bdi>{nameOf(row)}</bdi> },
    ...[...sums, ...priceParts].map((name) => ({
      key: name,
      header: translate(`reports.${name}`),
      width: isAmount(name) ? '9.5rem' : '8rem',
      isNumber: true,
      inCard: 'half' as const,
      cell: (row: SalesRow) => (isAmount(name) ? formats.money(row[name], row.currency) : formats.count(row[name])),
    })),
  ]
  return (
    <>
      {totals.map(({ currency }) => (
        <SalesChart key={currency} rows={rows.filter((row) => row.currency === currency)} nameOf={nameOf} />
      ))}
      <Table
        label={translate('reports.title')}
        columns={columns}
        rows={[...rows, ...totals]}
        keyOf={(row) => `${nameOf(row)} ${row.partner?.id ?? row.product?.id ?? ''} ${row.currency}`}
      />
    </>
  )
}
