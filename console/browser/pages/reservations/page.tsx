import { Link, root } from '../../navigation/navigation.tsx'
import { useSession } from '../../session/context.tsx'
import { useText } from '../../text/language.tsx'
import type { PageProperties } from '../page-properties.ts'
import { CheckInByReference } from './check-in/check-in-by-reference.tsx'
import { ReservationPage } from './detail/reservation-page.tsx'
import { ImportPage } from './import/import-page.tsx'
import { ReservationList } from './list/reservation-list.tsx'

/** The list, and below it one reservation, the import and the check-in. */
export default function ReservationsPage({ segments: [below] }: PageProperties) {
  const translate = useText()
  const { may } = useSession()
  const mayWrite = may('reservations:write')
  if (below === undefined)
    return (
      <>
        {mayWrite && (
          <p class="tools">
            <Link to="/reservations/check-in">{translate('reservations.checkIn')}</Link>
            {may('platform:manage') && <a href={`${root}/gate`}>{translate('gate.title')}</a>}
            <Link to="/reservations/import">{translate('reservations.import')}</Link>
          </p>
        )}
        <ReservationList />
      </>
    )
  return (
    <>
      <p class="tools">
        <Link to="/reservations">{translate('reservations.back')}</Link>
      </p>
      {mayWrite && below === 'import' ? (
        <ImportPage />
      ) : mayWrite && below === 'check-in' ? (
        <CheckInByReference />
      ) : (
        <ReservationPage key={below} id={below} />
      )}
    </>
  )
}
