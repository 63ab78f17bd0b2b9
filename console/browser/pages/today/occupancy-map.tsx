import { useEffect } from 'preact/hooks'
import { useQuery } from '../../api/use-query.ts'
import { Loaded } from '../../components/loaded.tsx'
import { OccupancyDocument } from '../../generated/operations.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { occupancyLevel } from './occupancy.ts'

/** The occupancy of each cenote on each of the next 14 days, in its own time zone; read again for each round. */
export function OccupancyMap({ round }: { round: number }) {
  const translate = useText()
  const formats = useFormats()
  const query = useQuery(OccupancyDocument, {})
  useEffect(() => {
    if (round > 0) query.reload()
  }, [round])
  return (
    <section class="card">
      <h2>{translate('today.occupancy')}</h2>
      <Loaded query={query}>
        {({ cenotes: { nodes } }) => {
          const dates = [
            ...new Set(nodes.flatMap(({ availability }) => availability.days.map(({ date }) => date))),
          ].sort()
          return (
            <div class="scroll" tabIndex={0}>
              <table class="occupancy">
                <thead>
                  <tr>
                    <th scope="col">{translate('reservations.cenote')}</th>
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
        }}
      </Loaded>
    </section>
  )
}
