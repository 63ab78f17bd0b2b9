import { useEffect } from 'preact/hooks'
import { useQuery } from '../../api/use-query.ts'
import { FailureNotice } from '../../components/failure-notice.tsx'
import { Loaded } from '../../components/loaded.tsx'
import {
  OccupancyDocument,
  TourOccupancyDocument,
  type OccupancyQuery,
  type TourOccupancyQuery,
} from '../../generated/operations.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { occupancyLevel } from './occupancy.ts'

/** The occupancy of each cenote, then of each tour, on each of the next 14 days, by its own clock; read again for each round. */
export function OccupancyMap({ round }: { round: number }) {
  const translate = useText()
  const cenotes = useQuery(OccupancyDocument, {})
  const tours = useQuery(TourOccupancyDocument, {})
  useEffect(() => {
    if (round === 0) return
    cenotes.reload()
    tours.reload()
  }, [round])
  return (
    <section class="card">
      <h2>{translate('today.occupancy')}</h2>
      <Loaded query={cenotes}>
        {/* Once, so that tours push nothing down. */}
        {({ cenotes: { nodes } }) =>
          tours.data || tours.failure ? (
            <Days nodes={[...nodes, ...(tours.data?.tours.nodes ?? [])]} />
          ) : (
            <p aria-busy="true">{translate('common.loading')}</p>
          )
        }
      </Loaded>
      <FailureNotice failure={tours.failure} />
    </section>
  )
}

type Occupied = OccupancyQuery['cenotes']['nodes'][number] | TourOccupancyQuery['tours']['nodes'][number]

function Days({ nodes }: { nodes: readonly Occupied[] }) {
  const translate = useText()
  const formats = useFormats()
  const dates = [...new Set(nodes.flatMap(({ availability }) => availability.days.map(({ date }) => date)))].sort()
  return (
    <div class="scroll" tabIndex={0}>
      <table class="occupancy">
        <thead>
          <tr>
            <th scope="col">{translate('reservations.product')}</th>
            {dates.map((date) => (
              <th key={date} scope="col">
                <time dateTime={date}>{formats.weekday(date)}</time>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nodes.map(({ id, name, availability }) => (
            <tr key={id}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {dates.map((date) => {
                const day = availability.days.find((one) => one.date === date)
                const capacity = day?.capacity
                if (!capacity)
                  return (
                    <td key={date} class="closed" title={day?.reason ?? ''}>
                      {translate('today.closed')}
                    </td>
                  )
                return (
                  <td
                    key={date}
                    class={`level-${occupancyLevel(capacity)}`}
                    title={`${capacity.booked} / ${capacity.total}`}
                  >
                    {formats.percent(capacity.total === 0 ? 0 : capacity.booked / capacity.total)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
