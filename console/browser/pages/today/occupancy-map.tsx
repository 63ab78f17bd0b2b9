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
import { isBooked, occupancyLevel, occupancyText } from './occupancy.ts'

/** The occupancy of each booked cenote, then tour, on each of the next 14 days, by its own clock; read again for each round. */
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
    <section class="card occupied">
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
  const booked = nodes.filter(({ availability }) => isBooked(availability.days))
  const empty = nodes.filter((node) => !booked.includes(node))
  return (
    <>
      {booked.length > 0 && (
        <div class="scroll" tabIndex={0}>
          <table class="occupancy">
            <thead>
              <tr>
                <th scope="col">{translate('reservations.product')}</th>
                {dates.map((date) => (
                  <th key={date} scope="col">
                    <time dateTime={date}>
                      {formats.weekdayName(date)}
                      <b>{Number(date.slice(8))}</b>
                    </time>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {booked.map(({ id, name, availability }) => (
                <tr key={id}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  {dates.map((date) => (
                    <DayCell key={date} day={availability.days.find((one) => one.date === date)} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {empty.length > 0 && (
        <details>
          <summary>{translate('today.unbooked', { count: empty.length })}</summary>
          <p>
            {empty.map(({ id, name }, index) => (
              <>
                {index > 0 && ', '}
                <bdi key={id}>{name}</bdi>
              </>
            ))}
          </p>
        </details>
      )}
    </>
  )
}

type Day = Occupied['availability']['days'][number]

function DayCell({ day }: { day: Day | undefined }) {
  const translate = useText()
  const formats = useFormats()
  const capacity = day?.capacity
  if (!capacity) return <td class="closed">{translate('today.closed')}</td>
  return (
    <td
      class={`level-${occupancyLevel(capacity)}`}
      title={translate('today.bookedOf', { booked: capacity.booked, total: capacity.total })}
    >
      {occupancyText(capacity, formats.percent)}
    </td>
  )
}
