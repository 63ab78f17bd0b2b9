import type { Language } from '../../../platform/values/i18n.ts'
import { apiError } from '../../../schema/errors.ts'
import type { Context } from '../context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { edgesOf, pageInfoOf, pageOf, pageRequest } from '../paging.ts'
import { listIn, textIn } from '../text.ts'
import type { CenoteRow, ListedCenote } from './cenote.ts'
import { cenoteListing, listingScope, type ListingPosition } from './listing.ts'
import { listCenotes } from './repository.ts'

/** A cenote by any text; what names nothing is CENOTE_NOT_FOUND. */
async function requireCenote(id: string, { loaders }: Context): Promise<CenoteRow> {
  const cenote = await loaders.cenote.load(id)
  if (!cenote) throw apiError('CENOTE_NOT_FOUND', { cenoteId: id })
  return cenote
}

/** How other subgraphs' references become cenotes, all of a request in one statement. */
export const cenoteReference = {
  __resolveReference: ({ id }: { id: string }, context: Context) => requireCenote(id, context),
}

/** The price of an adult; what others pay follows from it, which pricing computes. */
const pricingOf = ({ id, adultCents, currency, includes, excludes }: CenoteRow, language: Language) => ({
  cenoteId: id,
  adultCents,
  currency,
  includes: listIn(language, includes),
  excludes: listIn(language, excludes),
})

/** How references to the prices of cenotes, which booking makes, become those. */
export const cenotePricingReference = {
  __resolveReference: async ({ cenoteId }: { cenoteId: string }, context: Context) =>
    pricingOf(await requireCenote(cenoteId, context), context.language),
}

export const imageResolvers: Pick<Resolvers, 'Image'> = {
  Image: { alt: ({ alt }, _, { language }) => textIn(language, alt) },
}

/** Cenotes and their lists. */
export const cenoteResolvers: Pick<Resolvers, 'Amenity' | 'CenoteConnection' | 'CenoteEdge'> & {
  Query: Pick<NonNullable<Resolvers['Query']>, 'cenote' | 'cenotes'>
  Cenote: NonNullable<Resolvers['Cenote']>
} = {
  Query: {
    cenote: (_, { id }, context) => requireCenote(id, context),
    async cenotes(_, args, { database, counts, cursors, language }) {
      const listing = cenoteListing(language, args.filter, args.sort)
      const scope = listingScope(database.environment, listing)
      const request = pageRequest<ListingPosition>(args, cursors, scope)
      const cursorOf = ({ sortValue, id }: ListedCenote): string => cursors.encode(scope, [sortValue, id])
      return pageOf(await listCenotes(database, listing, request), request, cursorOf, () => counts.cenotes(listing))
    },
  },
  CenoteConnection: {
    edges: edgesOf,
    nodes: ({ rows }) => [...rows],
    pageInfo: pageInfoOf,
    totalCount: (page) => page.total(),
  },
  CenoteEdge: { node: ({ row }) => row },
  Cenote: {
    name: (cenote, _, { language }) => (language === 'es' ? cenote.nameEs : cenote.nameEn),
    description: (cenote, _, { language }) => (language === 'es' ? cenote.descriptionEs : cenote.descriptionEn),
    location: (cenote, _, { language }) => ({
      latitude: cenote.latitude,
      longitude: cenote.longitude,
      address: cenote.address,
      state: cenote.state,
      municipality: cenote.municipality,
      zipCode: cenote.zipCode,
      directions: textIn(language, cenote.directions),
      landmarks: cenote.landmarks,
    }),
    position: ({ latitude, longitude }) => ({ latitude, longitude }),
    pricing: (cenote, _, { language }) => pricingOf(cenote, language),
    capacity: ({ dailyCapacity, hourlyCapacity }) => ({ daily: dailyCapacity, hourly: hourlyCapacity }),
    schedule: ({ openTime, closeTime, timezone, daysOpen }) => ({ openTime, closeTime, timezone, daysOpen }),
    rating(cenote) {
      const { ratingsFive: five, ratingsFour: four, ratingsThree: three, ratingsTwo: two, ratingsOne: one } = cenote
      return {
        average: cenote.ratingAverage,
        count: five + four + three + two + one,
        breakdown: { five, four, three, two, one },
      }
    },
    images: ({ images }) => [...images],
    metadata: ({ featured, popularity, updatedAt, verifiedAt }) => ({
      featured,
      popularity,
      lastUpdated: updatedAt,
      verifiedAt,
    }),
    amenities: ({ id }, _, { loaders }) => loaders.amenities.load(id),
    async longDescription({ id }, _, { loaders, language }) {
      return textIn(language, (await loaders.cenoteDetail.load(id))?.longDescription)
    },
    async guidelines({ id }, _, { loaders, language }) {
      const guidelines = (await loaders.cenoteDetail.load(id))?.guidelines
      if (!guidelines) return null
      return {
        beforeVisit: listIn(language, guidelines.beforeVisit),
        duringVisit: listIn(language, guidelines.duringVisit),
        safety: listIn(language, guidelines.safety),
      }
    },
    async weather({ id }, _, { loaders, language }) {
      const weather = (await loaders.cenoteDetail.load(id))?.weather
      return weather ? { ...weather, rainySeasonImpact: textIn(language, weather.rainySeasonImpact) } : null
    },
    async conservation({ id }, _, { loaders, language }) {
      const conservation = (await loaders.cenoteDetail.load(id))?.conservation
      if (!conservation) return null
      const { status, protectedBy, conservationEfforts, impact } = conservation
      return {
        status,
        protectedBy,
        conservationEfforts: listIn(language, conservationEfforts),
        impact: {
          environmental: textIn(language, impact.environmental),
          community: textIn(language, impact.community),
          economic: textIn(language, impact.economic),
        },
      }
    },
    certifications: async ({ id }, _, { loaders }) => (await loaders.cenoteDetail.load(id))?.certifications ?? null,
  },
  Amenity: {
    name: ({ name }, _, { language }) => textIn(language, name),
    description: ({ description }, _, { language }) => textIn(language, description),
    requirements: ({ requirements }, _, { language }) => listIn(language, requirements),
    features: ({ features }, _, { language }) => listIn(language, features),
    menu: ({ menu }, _, { language }) =>
      menu?.map(({ item, priceCents, description }) => ({
        item: textIn(language, item),
        priceCents,
        description: textIn(language, description),
      })) ?? null,
  },
}
