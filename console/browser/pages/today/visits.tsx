import type { TodayQuery } from '../../generated/operations.ts'
import { productOf } from '../../choices/products.ts'
import { Badge } from '../../components/badge.tsx'
import { Link } from '../../navigation/navigation.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { manifestAddress } from '../manifest/address.ts'
import { HourChart } from './hour-chart.tsx'
import { hourOf, hoursOf } from './hours.ts'
import { zoneOf } from './zone.ts'

type Slots = TodayQuery['visits']['slots']

interface VisitsProperties {
  readonly slots: Slots
  readonly date: string
  /** The hour that it is; null on another day. */
  readonly now: number | null
}

/** The visits of a day: people by hour, and each slot with a link to its manifest; hours that are over are folded. */
export function Visits({ slots, date, now }: VisitsProperties) {
  const translate = useText()
  const formats = useFormats()
  const byTime = slots.toSorted(
    (a, b) => a.visitTime.localeCompare(b.visitTime) || a.product.name.localeCompare(b.product.name),
  )
  const isOver = ({ visitTime }: Slots[number]): boolean => now !== null && hourOf(visitTime) < now
  const over = byTime.filter(isOver)
  const toCome = byTime.filter((slot) => !isOver(slot))
  return (
    <section class="card">
      <h2>{translate('today.byHour')}</h2>
      {slots.length === 0 ? (
        <p class="hint">{translate('today.noVisits')}</p>
      ) : (
        <>
          <HourChart hours={hoursOf(slots)} now={now} />
          {over.length > 0 && (
            <details>
              <summary>
                {translate('today.over', {
                  people: formats.count(over.reduce((sum, { visitors }) => sum + visitors, 0)),
                })}
              </summary>
              <SlotTable slots={over} date={date} />
            </details>
          )}
          {toCome.length > 0 ? (
            <SlotTable slots={toCome} date={date} showsNext={now !== null} />
          ) : (
            <p class="hint">{translate('today.allOver')}</p>
          )}
        </>
      )}
    </section>
  )
}

/** Whether someone has not arrived yet. */
const isExpected = ({ visitors, arrivedVisitors }: Slots[number]): boolean => arrivedVisitors < visitors

function SlotTable({ slots, date, showsNext = false }: { slots: Slots; date: string; showsNext?: boolean }) {
  const translate = useText()
  const formats = useFormats()
  const next = slots.find(isExpected)
  return (
    <div class="scroll slots" tabIndex={0}>
      <table class="lines">
        <thead>
          <tr>
            <th scope="col">{translate('manifest.time')}</th>
            <th scope="col">{translate('reservations.product')}</th>
            <th scope="col" class="number">
              {translate('reservations.people')}
            </th>
          </tr>
        </thead>
        <tbody>
          {slots.map((slot) => {
            const { product, visitTime, visitors, arrivedVisitors } = slot
            const isNext = showsNext && isExpected(slot) && visitTime === next?.visitTime
            return (
              <tr key={`${visitTime} ${product.id}`}>
                <td>
                  <time>{formats.zoned(visitTime, zoneOf(product), date)}</time>{' '}
                  {isNext && <Badge tone="info">{translate('today.next')}</Badge>}
                </td>
                <th scope="row">
                  <bdi>{product.name}</bdi>
                </th>
                <td class="number">
                  <Link to={manifestAddress({ ...productOf(product), date, time: visitTime })}>
                    {arrivedVisitors > 0
                      ? translate('today.arrived', { people: visitors, arrived: arrivedVisitors })
                      : formats.count(visitors)}
                  </Link>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
