import { lazy, Suspense } from 'preact/compat'
import { Link, root } from '../../navigation/navigation.tsx'
import { usePartTitle } from '../../navigation/part-title.tsx'
import { useSession } from '../../session/context.tsx'
import { useText } from '../../text/language.tsx'
import { PageActions } from '../../components/page-actions.tsx'
import type { PageProperties } from '../page-properties.ts'
import { CheckInByReference } from './check-in/check-in-by-reference.tsx'
import { ReservationPage } from './detail/reservation-page.tsx'
import { ImportPage } from './import/import-page.tsx'
import { ReservationList } from './list/reservation-list.tsx'

/** Loaded when it is opened. */
const NewReservation = lazy(() => import('./new/new-reservation.tsx'))

/** The list, and below it one reservation, a new one, the import and the check-in. */
export default function ReservationsPage({ segments: [below] }: PageProperties) {
  const translate = useText()
  const { may } = useSession()
  const mayWrite = may('reservations:write')
  const parts = new Map([
    ['new', translate('sale.title')],
    ['import', translate('reservations.import')],
    ['check-in', translate('reservations.checkIn')],
  ])
  usePartTitle(below && (parts.get(below) ?? below))
  if (below === undefined)
    return (
      <>
        {mayWrite && (
          <PageActions>
            {may('catalog:read') && (
              <Link to="/reservations/new" look="primary">
                {translate('sale.title')}
              </Link>
            )}
            <Link to="/reservations/check-in" look="button">
              {translate('reservations.checkIn')}
            </Link>
            {may('platform:manage') && (
              <a class="button" href={`${root}/gate`}>
                {translate('gate.title')}
              </a>
            )}
            <Link to="/reservations/import" look="button">
              {translate('reservations.import')}
            </Link>
          </PageActions>
        )}
        <ReservationList />
      </>
    )
  return (
    <>
      <PageActions>
        <Link to="/reservations" look="button">
          {translate('reservations.back')}
        </Link>
      </PageActions>
      {mayWrite && below === 'new' ? (
        <Suspense fallback={<p aria-busy="true">…</p>}>
          <NewReservation />
        </Suspense>
      ) : mayWrite && below === 'import' ? (
        <ImportPage />
      ) : mayWrite && below === 'check-in' ? (
        <CheckInByReference />
      ) : (
        <ReservationPage key={below} id={below} />
      )}
    </>
  )
}
