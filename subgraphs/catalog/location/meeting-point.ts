import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { MeetingPointType } from '../generated/resolvers.ts'

/** A place where guests of a cenote or a tour are met, as stored. Exactly one of the two ids is set. */
export interface MeetingPointRow {
  readonly id: string
  readonly cenoteId: string | null
  readonly tourId: string | null
  readonly name: LocalizedText
  readonly description: LocalizedText
  readonly directions: LocalizedText | null
  readonly type: MeetingPointType
  readonly latitude: number
  readonly longitude: number
  readonly address: string
  readonly minutesBefore: number
  readonly priceCents: number
  readonly currency: string
  readonly isActive: boolean
  readonly displayOrder: number
}
