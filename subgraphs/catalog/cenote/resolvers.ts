import type { FeatureResolvers } from '../../../platform/graphql/merge-resolvers.ts'
import { asWritten } from '../../../platform/graphql/lower-case-enums.ts'
import type { Language } from '../../../platform/values/i18n.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { pageResolvers } from '../../../platform/graphql/connection.ts'
import { createProduct, setOnSale } from '../product/index.ts'
import { listIn, textIn } from '../text.ts'
import type { CenoteRow, ListedCenote } from './cenote.ts'
import { applySchedule, updateCenote } from './change.ts'
import { selectedParts } from './columns.ts'
import type { CenoteContext } from './context.ts'
import { changedCenote, requireCenote } from './find.ts'
import { cenoteKind } from './kind.ts'
import { cenotePage } from './list.ts'

/** The price of an adult; what others pay follows from it, which pricing computes. */
const pricingOf = ({ id, adultCents, currency, includes, excludes }: CenoteRow, language: Language) => ({
  cenoteId: id,
  adultCents,
  currency,
  includes: listIn(language, includes),
  excludes: listIn(language, excludes),
})

type CenoteMutation =
  'createCenote' | 'applyCenoteDeactivation' | 'applyCenoteSchedule' | 'updateCenote' | 'publishCenote'

export const cenoteResolvers = {
  Query: {
    cenote: (_, { id }, context, info) => requireCenote(id, selectedParts(info), context),
    cenotes: (_, args, context, info) => cenotePage(args, selectedParts(info, [['nodes'], ['edges', 'node']]), context),
  },
  Mutation: withOperationKey<Pick<NonNullable<Resolvers<CenoteContext>['Mutation']>, CenoteMutation>>({
    createCenote: async (_, { input }, context) =>
      changedCenote(await createProduct(cenoteKind, input, context), context),
    updateCenote: async (_, { input }, context) => changedCenote(await updateCenote(input, context), context),
    applyCenoteDeactivation: async (_, cenote, context) =>
      changedCenote(await setOnSale(cenoteKind, cenote, false, context), context),
    applyCenoteSchedule: async (_, { input, dryRun }, context) =>
      changedCenote(await applySchedule(input, dryRun, context), context),
    publishCenote: async (_, { input }, context) =>
      changedCenote(await setOnSale(cenoteKind, input, true, context), context),
  }),
  CenoteConnection: pageResolvers<ListedCenote>(),
  Cenote: {
    __resolveReference: ({ id }: { id: string }, context, info) => requireCenote(id, selectedParts(info), context),
    async stored({ id }, _, { loaders }, { schema }) {
      const stored = await loaders.cenoteForm.load(id)
      return stored && asWritten(schema, 'CreateCenoteInput', stored.form)
    },
    name: (cenote, _, { language }) => (language === 'es' ? cenote.nameEs : cenote.nameEn),
    names: ({ nameEn: en, nameEs: es }) => ({ en, es }),
    description: (cenote, _, { language }) => (language === 'es' ? cenote.descriptionEs : cenote.descriptionEn),
    location: (cenote) => cenote,
    position: ({ latitude, longitude }) => ({ latitude, longitude }),
    pricing: (cenote, _, { language }) => pricingOf(cenote, language),
    capacity: ({ dailyCapacity, hourlyCapacity }) => ({ daily: dailyCapacity, hourly: hourlyCapacity }),
    schedule: (cenote) => cenote,
    stopCapacity: ({ dailyCapacity, hourlyCapacity }) => ({ daily: dailyCapacity, hourly: hourlyCapacity }),
    stopSchedule: (cenote) => cenote,
    weekdayCutoffs: ({ cutoffs }) => cutoffs,
    rating(cenote) {
      const { ratingsFive: five, ratingsFour: four, ratingsThree: three, ratingsTwo: two, ratingsOne: one } = cenote
      return {
        average: cenote.ratingAverage,
        count: five + four + three + two + one,
        breakdown: { five, four, three, two, one },
      }
    },
    images: ({ images }) => [...images],
    metadata: (cenote) => cenote,
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
  CenoteLocation: { directions: ({ directions }, _, { language }) => textIn(language, directions) },
  CenoteMetadata: { lastUpdated: ({ updatedAt }) => updatedAt },
  Amenity: {
    kind: ({ id }) => id,
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
  Image: { imageId: ({ id }) => id, alt: ({ alt }, _, { language }) => textIn(language, alt) },
  Tour: { cenotes: ({ id }, _, { loaders }) => loaders.cenotesOfTour.load(id) },
  TourStop: {
    cenote: ({ cenoteId }, _, context, info) => requireCenote(cenoteId, selectedParts(info), context),
  },
  CenotePricing: {
    __resolveReference: async ({ cenoteId }: { cenoteId: string }, context, info) =>
      pricingOf(await requireCenote(cenoteId, selectedParts(info), context), context.language),
  },
} satisfies FeatureResolvers<Resolvers<CenoteContext>, CenoteContext>
