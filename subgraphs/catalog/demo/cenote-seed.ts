import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { CenoteType, Difficulty } from '../generated/resolvers.ts'

/** What is particular about a demo cenote; the rest follows from its kind and state. Prices in whole MXN. */
export interface CenoteSeed {
  slug: string
  name: LocalizedText
  at: readonly [latitude: number, longitude: number]
  state: 'Quintana Roo' | 'Yucatán' | 'Campeche'
  municipality: string
  address: string
  zipCode: string
  landmarks: string[]
  directions: LocalizedText
  description: LocalizedText
  longDescription: LocalizedText
  type: CenoteType
  depth: readonly [min: number, max: number]
  waterCelsius: number
  visibilityMeters: number
  difficulty: Difficulty
  stairs: number
  wheelchair?: boolean
  adult: number
  hours: readonly [open: string, close: string]
  /** Weekdays it stays closed. */
  closed?: readonly string[]
  /** People a slot of one hour. */
  hourly: number
  /** People a day; as many as its slots hold when absent. */
  daily?: number
  /** How many ratings of five, four, three, two and one star. */
  ratings: readonly [number, number, number, number, number]
  popularity: number
  featured?: boolean
  inactive?: boolean
  /** Ids of amenities, with the price in MXN where it is not the usual one. */
  amenities: Readonly<Record<string, number | 'closed' | true>>
  created: string
}
