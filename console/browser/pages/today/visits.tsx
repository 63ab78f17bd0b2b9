import { lazy, Suspense } from 'preact/compat'
import type { TodayQuery } from '../../generated/operations.ts'
import { productOf } from '../../choices/products.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { manifestAddress } from '../manifest/address.ts'

type Slots = TodayQuery['visits']['slots']

/** Charts are loaded after everything else. */
const HourChart = lazy(() => import('./hour-chart.tsx'))

/** People by hour and product, each with a link to the manifest. */
export function Visits({ slots, date }: { slots: Slots; date: string }) {
  const translate = useText()
  const formats = useFormats()
  const times = [...new Set(slots.map(({ visitTime }) => visitTime))].sort()
  const products = [...new Map(slots.map(({ product }) => [product.id, product.name]))].sort(([, a], [, b]) =>
    a.localeCompare(b),
  )
  const slotOf = (productId: string, time: string) =>
    slots.find(({ product, visitTime }) => product.id === productId && visitTime === time)
  const peopleAt = (time: string): number =>
    slots.filter(({ visitTime }) => visitTime === time).reduce((sum, { visitors }) => sum + visitors, 0)
  return (
    <section class="card">
      <h2>{translate('today.byHour')}</h2>
      {slots.length === 0 ? (
        <p class="hint">{translate('today.noVisits')}</p>
      ) : (
        <>
          <Suspense fallback={<div class="chart" />}>
            <HourChart hours={times.map((time) => ({ time, people: peopleAt(time) }))} />
          </Suspense>
          <div class="scroll">
            <table class="lines">
              <thead>
                <tr>
                  <th scope="col">{translate('reservations.product')}</th>
                  {times.map((time) => (
                    <th key={time} scope="col" class="number">
                      {time}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {products.map(([id, name]) => (
                  <tr key={id}>
                    <th scope="row">
                      <bdi>{name}</bdi>
                    </th>
                    {times.map((time) => {
                      const slot = slotOf(id, time)
                      return (
                        <td key={time} class="number">
                          {slot && (
                            <Link to={manifestAddress({ ...productOf(slot.product), date, time })}>
                              {slot.arrivedVisitors > 0
                                ? translate('today.arrived', { people: slot.visitors, arrived: slot.arrivedVisitors })
                                : formats.count(slot.visitors)}
                            </Link>
                          )}
                        </td>
                      )
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  )
}
