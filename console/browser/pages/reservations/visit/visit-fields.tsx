import { useEffect, useState } from 'preact/hooks'
import { useQuery } from '../../../api/use-query.ts'
import { DayCalendar } from '../../../components/day-calendar.tsx'
import { firstDayOf, lastDayOf, monthOf } from '../../../components/months.ts'
import { labelText } from '../../../components/fields.tsx'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { localNow } from '../../../components/local-date.ts'
import { SaleDaysDocument, SaleTimesDocument } from '../../../generated/operations.ts'
import { saleSlots } from '../../../sale/slots.ts'
import { useIsOperator } from '../../../session/context.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import type { Product } from '../../../choices/products.ts'

/** Reasons of days that operators may still sell. */
const endedForPartners: readonly unknown[] = ['CUTOFF_PASSED', 'PAST_DATE']

interface VisitFieldsProperties {
  readonly product: Product
  readonly timeZone: string
  readonly people: number
  /** A day of the month that is shown first; that of the chosen day when absent. */
  readonly month?: string
  readonly date: string
  readonly time: string
  readonly isTimeRequired?: boolean
  /** Another number reads days and times again. */
  readonly round?: number
  readonly dateError?: string | undefined
  readonly timeError?: string | undefined
  onChange(change: { readonly date?: string; readonly time?: string }): void
}

/** The day and slot or departure of a sale, among those with room for the party. */
export function VisitFields({
  product,
  timeZone,
  people,
  date,
  time,
  isTimeRequired = false,
  month: shownFirst = date,
  round = 0,
  dateError,
  timeError,
  onChange,
}: VisitFieldsProperties) {
  const translate = useText()
  const formats = useFormats()
  const isStaff = useIsOperator()
  const now = localNow(timeZone)
  const [month, setMonth] = useState(() => monthOf(shownFirst > now.date ? shownFirst : now.date))
  const first = firstDayOf(month)
  const chosen = { id: product.productId, isTour: product.productType === 'tour', visitors: Math.max(1, people) }
  const days = useQuery(SaleDaysDocument, {
    ...chosen,
    from: first < now.date ? now.date : first,
    to: lastDayOf(month),
  })
  const times = useQuery(SaleTimesDocument, { ...chosen, date }, { pause: date === '' })
  useEffect(() => {
    if (round === 0) return
    days.reload()
    times.reload()
  }, [round])
  const shownDays = (days.data?.cenote ?? days.data?.tour)?.calendar.days ?? []
  const [day] = (times.data?.cenote ?? times.data?.tour)?.availability.days ?? []
  const open = saleSlots(day, date === now.date ? now.time : '', { isStaff }).filter(({ left }) => left >= people)
  const isEmpty = date !== '' && !times.isLoading && times.failure === null && open.length === 0
  return (
    <>
      <DayCalendar
        label={translate('sale.day')}
        month={month}
        firstMonth={monthOf(now.date)}
        days={shownDays.map(({ date: one, available, reason, capacity }) => ({
          date: one,
          isOpen: available || (isStaff && endedForPartners.includes(reason)),
          places: available ? (capacity?.remaining ?? null) : null,
        }))}
        isLoading={days.isLoading}
        value={date}
        error={dateError}
        onMonth={setMonth}
        onChange={(one) => onChange({ date: one })}
      />
      <fieldset class="times" aria-busy={times.isLoading} aria-invalid={timeError !== undefined}>
        <legend>
          {labelText(formats.zoned(translate('manifest.time'), timeZone, date || now.date), isTimeRequired)}
        </legend>
        {date === '' && <p class="hint">{translate('move.chooseDay')}</p>}
        {date !== '' &&
          open.map(({ time: one, left }) => (
            <button key={one} type="button" aria-pressed={one === time} onClick={() => onChange({ time: one })}>
              {translate('move.slotWithRoom', { time: one, count: left })}
            </button>
          ))}
        {isEmpty && <p class="hint">{translate('sale.noTimes')}</p>}
        {timeError !== undefined && <p class="field-error">{timeError}</p>}
      </fieldset>
      <FailureNotice failure={days.failure ?? times.failure} />
    </>
  )
}
