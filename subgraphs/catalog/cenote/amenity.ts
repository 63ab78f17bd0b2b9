import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { LocalizedList } from '../text.ts'

/** An amenity at one cenote, as stored. */
export interface AmenityRow {
  readonly id: string
  readonly cenoteId: string
  readonly category: string
  readonly name: LocalizedText
  readonly description: LocalizedText | null
  readonly icon: string | null
  readonly available: boolean
  readonly costCents: number
  readonly hours: string | null
  readonly requirements: LocalizedList | null
  readonly capacity: number | null
  readonly features: LocalizedList | null
  readonly menu: readonly MenuItemRow[] | null
}

export interface MenuItemRow {
  readonly item: LocalizedText
  readonly priceCents: number
  readonly description: LocalizedText | null
}
