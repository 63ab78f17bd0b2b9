import { useState } from 'preact/hooks'
import type { Failure } from '../../api/failure.ts'
import { useQuery } from '../../api/use-query.ts'
import { FailureNotice } from '../../components/failure-notice.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useThrottled } from '../../components/use-throttled.ts'
import { useEvents, useReturn } from '../../events/use-events.ts'
import { ManifestDocument, type ManifestQuery } from '../../generated/operations.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useSession } from '../../session/context.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { saleAddress, type Departure } from './address.ts'
import { ManifestTable } from './manifest-table.tsx'

const reloadMilliseconds = 5_000

interface ManifestSheetProperties {
  readonly departure: Departure
  /** Of the product; null until it is read. */
  readonly timeZone: string | null
}

/** One manifest, to print and to save; read again when something happens. */
export function ManifestSheet({ departure, timeZone }: ManifestSheetProperties) {
  const translate = useText()
  const formats = useFormats()
  const { api, may } = useSession()
  const isStaff = may('platform:manage') || may('gate:operate')
  const { productType, ...rest } = departure
  const input = { ...rest, productType: productType === 'tour' ? ('TOUR' as const) : ('CENOTE' as const) }
  const query = useQuery(ManifestDocument, { input, isStaff })
  const reloadSoon = useThrottled(query.reload, reloadMilliseconds)
  useEvents((batch) => {
    if (batch.length > 0) reloadSoon()
  })
  useReturn(query.reload)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSaving, setSaving] = useState(false)
  async function save(): Promise<void> {
    setSaving(true)
    setFailure(await api.download('manifest', { ...departure, format: 'csv' }))
    setSaving(false)
  }
  return (
    <>
      <Loaded query={query}>
        {({ manifest }) => (
          <>
            <h2>
              <bdi>{manifest.product.name}</bdi> · {formats.date(manifest.date)} ·{' '}
              {formats.zoned(manifest.time, timeZone, manifest.date)}
            </h2>
            <div class="actions">
              <button type="button" onClick={() => window.print()}>
                {translate('manifest.print')}
              </button>
              {may('reservations:write') && may('catalog:read') && (
                <Link to={saleAddress(departure)} look="button">
                  {translate('sale.title')}
                </Link>
              )}
              <button type="button" disabled={isSaving} onClick={() => void save()}>
                {translate('reservations.export')}
              </button>
            </div>
            <FailureNotice failure={failure} />
            <Totals totals={manifest.totals} />
            {manifest.rows.length > 0 && (
              <ManifestTable rows={manifest.rows} date={manifest.date} hasPartners={isStaff} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function Totals({ totals }: { totals: ManifestQuery['manifest']['totals'] }) {
  const translate = useText()
  const formats = useFormats()
  const { reservations, visitors, checkedIn, balances } = totals
  const due = balances.filter(({ balanceDueCents }) => balanceDueCents > 0)
  if (reservations === 0) return <p>{translate('manifest.empty')}</p>
  return (
    <p data-testid="totals">
      {translate('today.count', { reservations, people: visitors.total })} ({formats.party(visitors)}) ·{' '}
      {translate('manifest.arrived', { count: checkedIn })} · {translate('detail.due')}{' '}
      {due.map(({ balanceDueCents, currency }) => formats.money(balanceDueCents, currency)).join(' + ') || '0'}
    </p>
  )
}
