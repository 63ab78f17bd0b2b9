import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.ts'
import { ProductField } from '../../choices/product-field.tsx'
import { noProduct, type Product } from '../../choices/products.ts'
import { useProductZone } from '../../choices/use-product-zone.ts'
import { Loaded } from '../../components/loaded.tsx'
import { useThrottled } from '../../components/use-throttled.ts'
import { useToday } from '../../components/use-today.ts'
import { useEvents, useReturn } from '../../events/use-events.ts'
import { CenoteCalendarDocument, FirstCenoteDocument, TourCalendarDocument } from '../../generated/operations.ts'
import { leave, Link } from '../../navigation/navigation.tsx'
import { useSession } from '../../session/context.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { ChangeForms } from './change-forms.tsx'
import { DayDetails } from './day-details.tsx'
import type { Calendar, CalendarDay, SlotOverride } from './days.ts'
import { Entries } from './entries.tsx'
import { MonthView } from './month-view.tsx'
import { datesLater, daysOf, includes, laterOf, overlap, views, type Days, type View } from './range.ts'
import { useSelection, type Selection } from './use-selection.ts'
import { WeekView } from './week-view.tsx'

const reloadMilliseconds = 2_000

/** The days of a product as a month or a week; those that are chosen with their slots, exceptions and forms. */
export default function CalendarPage() {
  const session = useSession()
  const [chosen, setChosen] = useState<Product>(noProduct)
  const first = useQuery(FirstCenoteDocument, {})
  const firstId = first.data?.cenotes.nodes[0]?.id ?? ''
  const product = chosen.productId === '' ? ({ productType: 'cenote', productId: firstId } as const) : chosen
  const { query: zone, timeZone } = useProductZone(product)
  const today = useToday(timeZone ?? session.timeZone)
  const [view, setView] = useState<View>('month')
  const [chosenDate, setDate] = useState<string | null>(null)
  const date = laterOf(chosenDate ?? today, today)
  const shown = daysOf(view, date)
  // Past days have no availability to show.
  const bounds = { from: laterOf(shown.from, today), to: shown.to }
  const selection = useSelection(today, bounds)
  const properties = { timeZone, view, date, bounds, selection, productId: product.productId }

  function show(next: View, at: string): void {
    const day = laterOf(at, today)
    setView(next)
    setDate(day)
    if (!includes(daysOf(next, day), selection.days.from)) selection.choose({ from: day, to: day })
  }

  return (
    <div class="calendar">
      <div class="filters">
        <ProductField required product={product} onChange={(next) => leave(() => setChosen(next))} />
        <ViewSwitch {...{ view, date, today, show }} chosen={selection.days.from} />
      </div>
      {product.productId === '' ? (
        <Loaded query={first}>{() => null}</Loaded>
      ) : (
        <Loaded query={zone}>
          {() =>
            timeZone !== null &&
            (product.productType === 'tour' ? <TourDays {...properties} /> : <CenoteDays {...properties} />)
          }
        </Loaded>
      )}
    </div>
  )
}

interface ViewSwitchProperties {
  readonly view: View
  readonly date: string
  /** The first day that is chosen. */
  readonly chosen: string
  readonly today: string
  show(view: View, date: string): void
}

function ViewSwitch({ view, date, chosen, today, show }: ViewSwitchProperties) {
  const translate = useText()
  const formats = useFormats()
  const { from, to } = daysOf(view, date)
  return (
    <div class="view-switch">
      <div role="group" aria-label={translate('calendar.view')}>
        {views.map((one) => (
          <button key={one} type="button" aria-pressed={one === view} onClick={() => show(one, chosen)}>
            {translate(`calendar.${one}`)}
          </button>
        ))}
      </div>
      <button
        type="button"
        aria-label={translate(view === 'month' ? 'sale.previousMonth' : 'calendar.previousWeek')}
        disabled={from <= today}
        onClick={() => show(view, datesLater(view, date, -1))}
      >
        ‹
      </button>
      <strong aria-live="polite">
        {view === 'month' ? formats.month(from) : `${formats.date(from)} – ${formats.date(to)}`}
      </strong>
      <button
        type="button"
        aria-label={translate(view === 'month' ? 'sale.nextMonth' : 'calendar.nextWeek')}
        onClick={() => show(view, datesLater(view, date, 1))}
      >
        ›
      </button>
      <button type="button" onClick={() => show(view, today)}>
        {translate('calendar.today')}
      </button>
    </div>
  )
}

interface DaysProperties {
  readonly productId: string
  readonly timeZone: string | null
  readonly view: View
  readonly date: string
  readonly bounds: Days
  readonly selection: Selection
}

/** Reads the days again when reservations change: those of a closed day are cancelled after the response. */
function useFollowing(reload: () => void): void {
  const reloadSoon = useThrottled(reload, reloadMilliseconds)
  useEvents((batch) => {
    if (batch.length > 0) reloadSoon()
  })
  useReturn(reload)
}

function CenoteDays({ productId: cenoteId, ...shown }: DaysProperties) {
  const { from, to } = shown.bounds
  const query = useQuery(CenoteCalendarDocument, { cenoteId, from, to, startDate: from, endDate: to })
  useFollowing(query.reload)
  const { days: chosen } = shown.selection
  return (
    <Loaded query={query}>
      {({ cenote, calendar }) =>
        cenote && (
          <DaysAndDetails {...shown} days={cenote.availability.days} overrides={calendar.slotOverrides}>
            <Entries calendar={entriesOf(calendar, chosen)} cenoteId={cenoteId} onChanged={query.reload} />
            <ChangeForms
              key={`${cenoteId} ${chosen.from} ${chosen.to}`}
              cenoteId={cenoteId}
              hourly={cenote.capacity.hourly}
              days={chosen}
              onChanged={query.reload}
            />
          </DaysAndDetails>
        )
      }
    </Loaded>
  )
}

function TourDays({ productId: tourId, ...shown }: DaysProperties) {
  const translate = useText()
  const { may } = useSession()
  const { from, to } = shown.bounds
  const query = useQuery(TourCalendarDocument, { tourId, startDate: from, endDate: to })
  useFollowing(query.reload)
  return (
    <Loaded query={query}>
      {({ tour }) =>
        tour && (
          <DaysAndDetails {...shown} days={tour.availability.days} overrides={[]}>
            {may('catalog:manage') && (
              <p>
                <Link to="/operator/tours">{translate('calendar.editDepartures')}</Link>
              </p>
            )}
          </DaysAndDetails>
        )
      }
    </Loaded>
  )
}

interface DaysAndDetailsProperties extends Omit<DaysProperties, 'productId'> {
  readonly days: readonly CalendarDay[]
  readonly overrides: readonly SlotOverride[]
  /** The actions on the days that are chosen. */
  readonly children: ComponentChildren
}

function DaysAndDetails({ children, ...properties }: DaysAndDetailsProperties) {
  const { timeZone, view, date, bounds, selection, days, overrides } = properties
  const translate = useText()
  const formats = useFormats()
  const { from, to } = selection.days
  const zone = formats.zone(timeZone, from)
  // While others are read, the days before are still here.
  const shown = days.filter((day) => includes(bounds, day.date))
  const chosen = shown.filter((day) => includes(selection.days, day.date))
  return (
    <div class="days-and-details">
      {view === 'month' ? (
        <MonthView {...{ date, days: shown, bounds, selection }} />
      ) : (
        <WeekView {...{ days: shown, overrides, selection }} />
      )}
      <section class="card details">
        {/* The days alone: the forms would be read out with every arrow key. */}
        <div aria-live="polite">
          <h2>{from === to ? formats.date(from) : `${formats.date(from)} – ${formats.date(to)}`}</h2>
          {zone !== '' && <p class="hint">{translate('calendar.zone', { zone })}</p>}
          <DayDetails days={chosen} overrides={overrides} />
        </div>
        {children}
      </section>
    </div>
  )
}

/** The exceptions that meet the days that are chosen. */
const entriesOf = ({ closures, specialEvents, slotOverrides }: Calendar, days: Days): Calendar => ({
  closures: closures.filter((one) => overlap(one, days)),
  specialEvents: specialEvents.filter((one) => overlap(one, days)),
  slotOverrides: slotOverrides.filter((one) => includes(days, one.date)),
})
