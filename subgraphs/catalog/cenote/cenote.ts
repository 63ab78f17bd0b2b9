import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { CenoteType, Difficulty } from '../generated/resolvers.ts'
import type { LocalizedList } from '../text.ts'
import type { ImageRow } from './image.ts'

/** A cenote as stored, without its particulars. Money in cents, coordinates in degrees. */
export interface CenoteRow {
  readonly id: string
  readonly version: number
  readonly slug: string
  readonly nameEn: string
  readonly nameEs: string
  readonly descriptionEn: string
  readonly descriptionEs: string
  readonly latitude: number
  readonly longitude: number
  readonly address: string
  readonly state: string
  readonly municipality: string
  readonly zipCode: string | null
  readonly directions: LocalizedText | null
  readonly landmarks: string[] | null
  readonly contact: ContactRow | null
  readonly adultCents: number
  readonly currency: string
  readonly includes: LocalizedList
  readonly excludes: LocalizedList | null
  readonly features: FeaturesRow
  readonly dailyCapacity: number
  readonly hourlyCapacity: number
  readonly openTime: string
  readonly closeTime: string
  readonly timezone: string
  readonly daysOpen: string[]
  readonly ratingsFive: number
  readonly ratingsFour: number
  readonly ratingsThree: number
  readonly ratingsTwo: number
  readonly ratingsOne: number
  readonly ratingAverage: number
  readonly images: readonly ImageRow[]
  readonly featured: boolean
  readonly popularity: number
  readonly verifiedAt: Date | null
  readonly isActive: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface ContactRow {
  phone?: string
  email?: string
  website?: string
  social?: { facebook?: string; instagram?: string; tripadvisor?: string }
}

export interface FeaturesRow {
  type: CenoteType
  depth: { min: number; max: number; unit: string }
  temperature: { avg: number; unit: string }
  visibility?: { avg: number; unit: string }
  difficulty: Difficulty
  accessibility: { wheelchairAccessible: boolean; stairsToWater?: number; platformAvailable: boolean }
}

/** A cenote in a list, with the value its place in the list comes from. */
export interface ListedCenote extends CenoteRow {
  readonly sortValue: string | number | Date
}

/** A cenote's details, read only when selected. */
export interface CenoteDetailRow {
  readonly longDescription: LocalizedText | null
  readonly guidelines: { beforeVisit: LocalizedList; duringVisit: LocalizedList; safety: LocalizedList } | null
  readonly weather: WeatherRow | null
  readonly conservation: ConservationRow | null
  readonly certifications: { name: string; issuer: string; validUntil: string; criteria: string[] }[] | null
}

export interface WeatherRow {
  readonly bestVisitingMonths: string[]
  readonly rainySeasonImpact: LocalizedText
  readonly temperature: {
    water: { avg: number; unit: string }
    air: { min: number; max: number; unit: string }
  }
}

export interface ConservationRow {
  readonly status: string
  readonly protectedBy: string
  readonly conservationEfforts: LocalizedList
  readonly impact: { environmental: LocalizedText; community: LocalizedText; economic: LocalizedText }
}
