import { useEffect, useState } from 'preact/hooks'
import type { Failure } from '../../../api/failure.ts'
import { usePages } from '../../../api/use-pages.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { useSettled } from '../../../components/use-settled.ts'
import { useEvents } from '../../../events/use-events.ts'
import { ReservationsDocument, type ReservationSort } from '../../../generated/operations.ts'
import { replaceAddress, useAddress } from '../../../navigation/navigation.tsx'
import { useIsOperator, useSession } from '../../../session/context.tsx'
import { useLanguage, useText } from '../../../text/language.tsx'
import { FilterForm } from './filter-form.tsx'
import { addressOf, conditionsOf, exportParametersOf, filterIn, type FilterValues } from './filter.ts'
import { applyEvents } from './live-list.ts'
import { ReservationTable } from './reservation-table.tsx'

const pageSize = 100

export function ReservationList() {
  const { language, translate } = useLanguage()
  const isOperator = useIsOperator()
  const { query } = useAddress()
  const [values, setValues] = useState(() => filterIn(query))
  const settled = useSettled(values)
  const [elsewhere, setElsewhere] = useState(0)
  const pages = usePages(`${language} ${JSON.stringify(settled)}`, async (api, after) => {
    const [field, direction] = settled.sort.split('.') as [
      ReservationSort['field'],
      NonNullable<ReservationSort['direction']>,
    ]
    const result = await api.query(ReservationsDocument, {
      filter: conditionsOf(settled),
      sort: { field, direction },
      first: pageSize,
      after,
      isOperator,
    })
    if ('failure' in result) return result
    const { nodes, pageInfo, totalCount } = result.data.reservations
    return { data: { items: nodes, ...pageInfo, total: totalCount } }
  })
  const { items, total, failure, isLoading, loadMore, reload, update } = pages

  useEffect(() => {
    replaceAddress(`/reservations${addressOf(settled)}`)
    setElsewhere(0)
  }, [settled])
  useEvents((batch) => {
    const change = applyEvents(items, batch, settled)
    update((latest) => applyEvents(latest, batch, settled).rows, change.added)
    setElsewhere((before) => before + change.elsewhere)
  })

  return (
    <section>
      <FilterForm values={values} onChange={setValues} />
      <FailureNotice failure={failure} />
      <div class="tools">
        <p role="status" class="hint">
          {isLoading ? translate('common.loading') : translate('list.shown', { shown: items.length, total })}
        </p>
        <ExportButton values={settled} />
      </div>
      {elsewhere > 0 && (
        <p class="notice">
          {translate('reservations.more', { count: elsewhere })}{' '}
          <button
            type="button"
            onClick={() => {
              setElsewhere(0)
              reload()
            }}
          >
            {translate('reservations.reload')}
          </button>
        </p>
      )}
      <ReservationTable
        rows={items}
        total={total}
        isLoading={isLoading}
        showsRefunds={settled.refundDue === 'true'}
        onEnd={loadMore}
      />
    </section>
  )
}

/** Saves all reservations that meet the filters, in the order of the file. */
function ExportButton({ values }: { values: FilterValues }) {
  const translate = useText()
  const { api } = useSession()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSaving, setSaving] = useState(false)
  async function save(): Promise<void> {
    setSaving(true)
    setFailure(await api.download('reservations.csv', exportParametersOf(values)))
    setSaving(false)
  }
  return (
    <>
      <button type="button" disabled={isSaving} onClick={() => void save()}>
        {translate('reservations.export')}
      </button>
      <FailureNotice failure={failure} />
    </>
  )
}
