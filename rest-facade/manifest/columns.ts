import { ages } from '../../schema/ages.ts'
import { lowerName } from '../../schema/present-fields.ts'
import { moneyCell, type Column } from '../http/csv.ts'
import type { ManifestPartyFragment } from '../generated/operations.ts'

/** The columns of a manifest as a file; later ones come last, because clients may read columns by their position. */
export const columns: readonly Column<ManifestPartyFragment>[] = [
  ['pickupDate', ({ pickup }) => pickup?.date],
  ['pickupTime', ({ pickup }) => pickup?.time],
  ['pickupPlace', ({ pickup }) => pickup?.place],
  ['pickupNotes', ({ pickup }) => pickup?.notes],
  ['guestName', ({ guest }) => guest.name],
  ['guestPhone', ({ guest }) => guest.phone],
  ['guestEmail', ({ guest }) => guest.email],
  ['bookingReference', ({ bookingReference }) => bookingReference],
  ['status', ({ status }) => lowerName(status)],
  ['visitors', ({ visitors }) => visitors.total],
  ...ages.map((age): Column<ManifestPartyFragment> => [age, ({ visitors }) => visitors[age]]),
  ['services', ({ services }) => services.map(({ name, quantity }) => `${quantity} ${name}`).join('; ')],
  ['balance', ({ balanceDueCents }) => moneyCell(balanceDueCents)],
  ['currency', ({ currency }) => currency],
  ['specialRequests', ({ specialRequests }) => specialRequests],
  ['internalNotes', ({ notes }) => notes?.internal],
  ['guestNotes', ({ notes }) => notes?.guest],
  ['checkedInAt', ({ checkedInAt }) => checkedInAt],
  ['tourId', ({ via }) => via?.tourId],
  ['tour', ({ via }) => via?.name],
  ['departureDate', ({ via }) => via?.departureDate],
  ['departure', ({ via }) => via?.departure],
  ['partner', ({ partnerName }) => partnerName],
]

/** Those of a partner's own file. */
export const columnsOfPartners = columns.filter(([name]) => name !== 'partner')
