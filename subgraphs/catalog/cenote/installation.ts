import type { Static } from 'typebox'
import type { InstallationList } from '../../../platform/postgres/installation-list.ts'
import { Form } from '../../../platform/values/form-fields.ts'
import { compileForm } from '../../shared/form.ts'
import { CreateCenoteForm } from '../generated/forms.ts'
import { itemProperties, productList, type ColumnsOf } from '../product/index.ts'
import { cenoteRule, type CenoteForm } from './form.ts'
import { cenoteKind } from './kind.ts'

const { slug, ...properties } = CreateCenoteForm.properties
const schema = Form({ slug, ...itemProperties, ...properties })
type Item = Static<typeof schema>

/** Cenotes in an installation file. */
export const cenoteList = (columnsOf?: ColumnsOf): InstallationList =>
  productList<Item, CenoteForm, CenoteForm>(
    {
      kind: cenoteKind,
      schema,
      form: compileForm(schema, cenoteRule),
      formsOf: async (_, items) => items.map(({ id: _id, isActive: _active, ...form }) => ({ form, errors: {} })),
      itemsOf: async (_, cenotes) => cenotes,
    },
    columnsOf,
  )
