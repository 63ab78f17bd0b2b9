import { selectScalars } from '../../platform/graphql/scalars.ts'
import { cenotePricingReference, cenoteReference, cenoteResolvers, imageResolvers } from './cenote/index.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { locationResolvers, placesOfCenote, placesOfTour } from './location/index.ts'
import { reviewsOfCenote } from './review/index.ts'
import { tourPricingReference, tourReference, toursOfCenote, tourResolvers } from './tour/index.ts'

const fields: Resolvers = {
  ...selectScalars(
    'Currency',
    'DateTime',
    'EmailAddress',
    'Latitude',
    'LocalDate',
    'LocalTime',
    'Longitude',
    'NonNegativeFloat',
    'NonNegativeInt',
    'TimeZone',
    'URL',
    'UUID',
  ),
  ...cenoteResolvers,
  ...imageResolvers,
  ...locationResolvers,
  ...tourResolvers,
  Query: { ...cenoteResolvers.Query, ...locationResolvers.Query, ...tourResolvers.Query },
  Cenote: { ...cenoteReference, ...cenoteResolvers.Cenote, ...placesOfCenote, ...reviewsOfCenote, ...toursOfCenote },
  Tour: { ...tourReference, ...tourResolvers.Tour, ...placesOfTour },
}

/** Every field of the contract, gathered from the features. */
export const resolvers = {
  ...fields,
  CenotePricing: cenotePricingReference,
  TourPricing: tourPricingReference,
}
