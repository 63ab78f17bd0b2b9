import type * as i18n from '../../../platform/values/i18n.ts'
import type * as amenities from '../amenity/index.ts'
import type * as resolvers from '../generated/resolvers.ts'
import type * as reviews from '../review/index.ts'
import type * as tours from '../tour/index.ts'

/** Types of columns that PostgreSQL has as text or JSON; comments of schema.prisma name them. */
declare global {
  namespace CatalogColumns {
    type LocalizedText = i18n.LocalizedText
    type Inclusions = tours.TourRow['includes']
    type Exclusions = tours.TourRow['excludes']
    type Images = tours.TourRow['images']
    type Departures = tours.TourRow['departures']
    type Stops = tours.TourRow['stops']
    type Currency = tours.TourRow['currency']
    type AmenityCategory = amenities.AmenityForm['category']
    type Photos = reviews.ReviewRow['photos']
    type MeetingPointType = resolvers.MeetingPointType
  }
}
