import type { Page } from '../../../platform/graphql/connection.ts'
import type { StoredTransportOption } from './transport-price.ts'

/** A transport option as operators change it. */
export interface TransportOptionRow extends StoredTransportOption {
  readonly id: string
  readonly version: number
  readonly slug: string
  readonly isActive: boolean
}

export type TransportOptionPage = Page<TransportOptionRow>
