import type { Page } from '../../../platform/graphql/connection.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'

export const promotionStatuses = ['draft', 'active', 'paused', 'ended'] as const

/** A campaign that discount rules belong to. */
export interface Promotion {
  readonly id: string
  readonly version: number
  readonly name: LocalizedText
  readonly slug: string
  readonly status: (typeof promotionStatuses)[number]
  readonly promotionType: string
  readonly startsAt: Date
  readonly endsAt: Date
}

export type PromotionPage = Page<Promotion>
