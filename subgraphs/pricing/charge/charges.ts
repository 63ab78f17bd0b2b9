import { Type, type Static } from 'typebox'
import { Cents, Form, FormText } from '../../../platform/values/form-fields.ts'
import { compileForm, namedTwice } from '../../shared/form.ts'
import { Whole } from '../form-parts.ts'
import type { PriceList } from '../price-list/index.ts'
import { findCharges, replaceCharges } from './repository.ts'

const Name = () => FormText(100, 'Name, unique.')
const maxCharges = 20

/** Taxes and fees as an operator describes them. */
export const chargesSchema = Form({
  taxes: Type.Array(Form({ name: Name(), percent: Whole(0, 100, 'Percentage points on subtotal less discounts.') }), {
    maxItems: maxCharges,
    description: 'Taxes; together 100 percent at most.',
  }),
  fees: Type.Array(Form({ name: Name(), amountCents: Cents('Cents of MXN for each reservation.') }), {
    maxItems: maxCharges,
    description: 'Fees, on top of the total.',
  }),
})

export type ChargesForm = Static<typeof chargesSchema>

const chargesForm = compileForm(chargesSchema, ({ taxes, fees }) => ({
  ...namedTwice(
    'taxes',
    taxes.map(({ name }) => name),
    'name',
  ),
  ...namedTwice(
    'fees',
    fees.map(({ name }) => name),
    'name',
  ),
  ...(taxes.reduce((sum, { percent }) => sum + percent, 0) > 100
    ? { taxes: [{ code: 'SUM_TOO_LARGE', max: 100 }] }
    : {}),
}))

/** By code units, whatever the collation of the database. */
const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1)

/** Taxes and fees as operators change them. */
export const charges: PriceList<ChargesForm> = {
  id: 'charges',
  type: 'charges',
  form: chargesForm,
  settle: ({ taxes, fees }) => ({ taxes: taxes.toSorted(byName), fees: fees.toSorted(byName) }),
  async read(database) {
    const { taxes, fees } = await findCharges(database)
    return { taxes: taxes.toSorted(byName), fees: fees.toSorted(byName) }
  },
  write: replaceCharges,
}
