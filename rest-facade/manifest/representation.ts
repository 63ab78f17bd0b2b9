import { lowerName, presentFields, wholeUnits } from '../../schema/present-fields.ts'
import type { ManifestPartyFragment, WholeManifestFragment } from '../generated/operations.ts'
import { productType } from '../schemas/product-type.ts'

/** A manifest with amounts in whole units. */
export const manifestRepresentation = ({
  product,
  date,
  time,
  rows,
  totals: { balanceDueCents, balances, ...totals },
}: WholeManifestFragment) => ({
  product: { type: productType(product), id: product.id, name: product.name },
  date,
  time,
  rows: rows.map(rowRepresentation),
  totals: {
    ...totals,
    balanceDue: balanceDueCents === null ? null : wholeUnits(balanceDueCents),
    balances: balances.map(({ currency, balanceDueCents: cents }) => ({ currency, balanceDue: wholeUnits(cents) })),
  },
})

const rowRepresentation = ({
  bookingReference,
  status,
  partnerName,
  guest,
  visitors,
  pickup,
  services,
  balanceDueCents,
  currency,
  specialRequests,
  notes,
  checkedInAt,
  via,
}: ManifestPartyFragment) => ({
  bookingReference,
  status: lowerName(status),
  partnerName,
  guest,
  visitors,
  pickup,
  services,
  balanceDue: wholeUnits(balanceDueCents),
  currency,
  specialRequests,
  notes: notes && presentFields(notes),
  checkedInAt,
  via,
})
