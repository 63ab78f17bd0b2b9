import { useQuery } from '../../../api/use-query.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { useEvents } from '../../../events/use-events.ts'
import { ReservationDocument } from '../../../generated/operations.ts'
import { useIsOperator, useSession } from '../../../session/context.tsx'
import { MissingScopes } from '../../../session/missing-scopes.tsx'
import { useText } from '../../../text/language.tsx'
import { ActionBar } from '../actions/action-bar.tsx'
import { ReservationDetail } from './reservation-detail.tsx'

/** One reservation, reloaded on each of its events. */
export function ReservationPage({ id }: { id: string }) {
  const translate = useText()
  const { may } = useSession()
  const isOperator = useIsOperator()
  const query = useQuery(ReservationDocument, { id, isOperator })
  const shown = query.data?.reservation
  useEvents((batch) => {
    if (shown && batch.some(({ reservation, version }) => reservation.id === shown.id && version > shown.version))
      query.reload()
  })
  return (
    <Loaded query={query}>
      {({ reservation }) =>
        reservation ? (
          <ReservationDetail
            reservation={reservation}
            actions={
              may('reservations:write') ? (
                <ActionBar reservation={reservation} onDone={query.reload} />
              ) : (
                <MissingScopes scope="reservations:write" />
              )
            }
            onChange={query.reload}
          />
        ) : (
          <p>{translate('detail.notFound')}</p>
        )
      }
    </Loaded>
  )
}
