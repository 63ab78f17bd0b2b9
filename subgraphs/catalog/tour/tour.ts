import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { ImageRow } from '../cenote/index.ts'
import type { LocalizedList } from '../text.ts'

/** A tour as stored. Money in cents. */
export interface TourRow {
  readonly id: string
  readonly version: number
  readonly slug: string
  readonly nameEn: string
  readonly nameEs: string
  readonly description: LocalizedText
  readonly durationMinutes: number
  readonly adultCents: number
  readonly currency: string
  readonly startTimes: string[]
  readonly capacity: number
  readonly includes: LocalizedList
  readonly excludes: LocalizedList
  readonly images: readonly ImageRow[]
  readonly isActive: boolean
}

/** A tour in a list, with the value its place in the list comes from. */
export interface ListedTour extends TourRow {
  readonly sortValue: string | number | Date
}
