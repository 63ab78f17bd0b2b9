import type { PriceList } from '../price-list/index.ts'
import { chargesForm, type ChargesForm } from './form.ts'
import { findCharges, replaceCharges } from './repository.ts'

/** By code units, whatever the collation of the database. */
const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1)

/** Taxes and fees as operators change them. */
export const charges: PriceList<ChargesForm> = {
  id: 'charges',
  type: 'CHARGES',
  tables: ['tax_rate', 'fee'],
  form: chargesForm,
  settle: ({ taxes, fees }) => ({ taxes: taxes.toSorted(byName), fees: fees.toSorted(byName) }),
  async read(database) {
    const { taxes, fees } = await findCharges(database)
    return { taxes: taxes.toSorted(byName), fees: fees.toSorted(byName) }
  },
  write: replaceCharges,
}
