import { Type, type Static } from 'typebox'
import { Form } from '../../../platform/values/form-fields.ts'
import { compileForm, namedTwice } from '../../shared/form.ts'
import { maxPeople } from '../age-configuration/index.ts'
import { Whole } from '../form-parts.ts'
import type { PriceList } from '../price-list/index.ts'
import { findGroupDiscounts, replaceGroupDiscounts } from './repository.ts'

export const groupDiscountsSchema = Form({
  discounts: Type.Array(
    Form({
      minPeople: Whole(2, maxPeople, 'Smallest group that gets it.'),
      percent: Whole(0, 100, 'Percentage points taken off transport.'),
    }),
    { maxItems: 50, description: 'The largest that a group is big enough for applies.' },
  ),
})

export type GroupDiscountsForm = Static<typeof groupDiscountsSchema>

/** The group discounts on transport, as operators change them. */
export const transportGroupDiscounts: PriceList<GroupDiscountsForm> = {
  id: 'transport_group_discounts',
  type: 'transport_group_discounts',
  form: compileForm(groupDiscountsSchema, ({ discounts }) =>
    namedTwice(
      'discounts',
      discounts.map(({ minPeople }) => minPeople),
      'minPeople',
    ),
  ),
  settle: ({ discounts }) => ({ discounts: discounts.toSorted((a, b) => a.minPeople - b.minPeople) }),
  read: async (database) => ({ discounts: await findGroupDiscounts(database) }),
  write: (client, { discounts }) => replaceGroupDiscounts(client, discounts),
}
