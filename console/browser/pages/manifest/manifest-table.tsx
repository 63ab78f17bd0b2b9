import { LinesTable } from '../../components/lines-table.tsx'
import { StatusBadge } from '../../components/badge.tsx'
import type { ManifestLineFragment } from '../../generated/operations.ts'
import { Link } from '../../navigation/navigation.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'

interface ManifestTableProperties {
  readonly rows: readonly ManifestLineFragment[]
  /** Of the departure: a pickup on another day shows its own. */
  readonly date: string
  readonly hasPartners: boolean
}

/** The parties in the order of their pickups. */
export function ManifestTable({ rows, date, hasPartners }: ManifestTableProperties) {
  const translate = useText()
  const due = translate('detail.due')
  const headers = [
    translate('manifest.pickup'),
    translate('reservations.guest'),
    translate('reservations.people'),
    translate('manifest.services'),
    due,
    translate('manifest.notes'),
    translate('reservations.reference'),
    ...(hasPartners ? [translate('reservations.partner')] : []),
    translate('detail.arrived'),
  ]
  return (
    <LinesTable>
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col" class={header === due ? 'number' : undefined}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={row.bookingReference} row={row} date={date} hasPartners={hasPartners} />
        ))}
      </tbody>
    </LinesTable>
  )
}

function Line({ row, date, hasPartners }: { row: ManifestLineFragment; date: string; hasPartners: boolean }) {
  const translate = useText()
  const formats = useFormats()
  const { pickup, guest, visitors, services, balanceDueCents, currency, via, checkedInAt } = row
  const notes = [pickup?.notes, row.specialRequests, row.notes?.guest, row.notes?.internal].filter(Boolean)
  return (
    <tr>
      <td>
        {pickup ? (
          <>
            <strong>{pickup.time}</strong> {pickup.date !== date && formats.date(pickup.date)}{' '}
            {pickup.place && <bdi>{pickup.place}</bdi>}
          </>
        ) : (
          '–'
        )}
      </td>
      <th scope="row">
        <bdi>{guest.name || translate('reservations.unknownGuest')}</bdi>
        {guest.phone && (
          <>
            <br />
            <bdi class="hint">{guest.phone}</bdi>
          </>
        )}
      </th>
      <td>
        <strong>{visitors.total}</strong> ({formats.party(visitors)})
      </td>
      <td>
        <bdi>{services.map(({ name, quantity }) => `${quantity} ${name}`).join(', ')}</bdi>
      </td>
      <td class="number">{balanceDueCents > 0 && formats.money(balanceDueCents, currency)}</td>
      <td>
        {via && <p>{translate('manifest.via', { tour: via.name, time: via.departure })}</p>}
        {notes.map((note, index) => (
          <p key={index}>
            <bdi>{note}</bdi>
          </p>
        ))}
      </td>
      <td>
        <Link to={`/reservations/${row.bookingReference}`}>{row.bookingReference}</Link>{' '}
        <StatusBadge status={row.status} />
      </td>
      {hasPartners && (
        <td>
          <bdi>{row.partnerName}</bdi>
        </td>
      )}
      <td>{checkedInAt && formats.time(checkedInAt)}</td>
    </tr>
  )
}
