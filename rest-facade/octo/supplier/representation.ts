import type { Static } from 'typebox'
import type { Supplier as SupplierBody } from './schema.ts'

/** Who sells: the settings of the operator. */
export interface Supplier {
  readonly id: string
  readonly name: string
  readonly email?: string | undefined
  readonly telephone?: string | undefined
  readonly website?: string | undefined
  readonly address?: string | undefined
}

/** The supplier as OCTO represents it. */
export const supplierRepresentation = (
  { id, name, email, telephone, website, address }: Supplier,
  endpoint: string,
  withContent: boolean,
): Static<typeof SupplierBody> => ({
  id,
  name,
  endpoint,
  contact: { website: website ?? null, email: email ?? null, telephone: telephone ?? null, address: address ?? null },
  ...(withContent ? { shortDescription: null, media: [] } : {}),
})
