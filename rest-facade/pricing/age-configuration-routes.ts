import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type Static } from 'typebox'
import { failures, keyOptional, LocalizedText, Nullable, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { failure } from '../http/errors.ts'
import { sharedWithoutKey, type Facade } from '../http/facade.ts'
import {
  ListAgeConfigurationsDocument,
  ListCenoteAgeConfigurationsDocument,
  ListTourAgeConfigurationsDocument,
  ValidateAgeBreakdownDocument,
  type AgeConfigurationFieldsFragment,
} from '../generated/operations.ts'
import { ageCategories, byCategory } from '../../schema/ages.ts'
import { lowerName } from '../../schema/present-fields.ts'
import { Closed } from '../schemas/schema-shape.ts'

const Category = () => Type.Enum([...ageCategories])

/** An age configuration, and where it was set. */
const AgeConfiguration = Type.Object(
  {
    id: Type.String(),
    category: Category(),
    displayNames: LocalizedText,
    descriptions: LocalizedText,
    minAge: Type.Integer(),
    maxAge: Nullable(Type.Integer()),
    pricingMultiplier: Type.Number({ description: 'Share of the base price.' }),
    isActive: Type.Boolean(),
    displayOrder: Type.Integer(),
    source: Type.Enum(['global', 'cenote', 'tour']),
  },
  { title: 'AgeConfiguration' },
)

const ageConfigurations = (
  configurations: readonly AgeConfigurationFieldsFragment[],
): Static<typeof AgeConfiguration>[] =>
  configurations
    .map(({ category, source, ...configuration }) => ({
      ...configuration,
      category: lowerName(category),
      source: lowerName(source),
    }))
    .sort((a, b) => a.displayOrder - b.displayOrder)

// Any integer: the response reports counts that cannot be booked. An unknown category is invalid input.
const anyCount = () => Type.Optional(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 }))
const AgeBreakdownBody = Closed(byCategory(anyCount), { title: 'AgeBreakdownRequest' })

const AgeBreakdownCheck = Type.Object(
  {
    isValid: Type.Boolean(),
    totalPeople: Type.Integer(),
    breakdown: Type.Array(Type.Object({ category: Category(), count: Type.Integer() })),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() }), {
        description: 'Present when it is not valid.',
      }),
    ),
  },
  { title: 'AgeBreakdownCheck' },
)

const Found = Type.Array(AgeConfiguration)

/** Age configurations, and whether an age breakdown fits them; no key needed. */
export function ageConfigurationRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  const shared = { tags: ['Pricing'], security: keyOptional }
  return async (app) => {
    app.get(
      '/age-configurations',
      {
        config: { ...sharedWithoutKey, operation: ListAgeConfigurationsDocument },
        schema: {
          ...shared,
          operationId: 'listAgeConfigurations',
          summary: 'Global age configurations',
          response: { 200: Success(Found, 'The five that apply where nothing else was set.'), ...failures() },
        },
      },
      async (request, reply) => {
        const found = await facade.executeOrThrow(request, reply, ListAgeConfigurationsDocument, {})
        return success(request, 'age_configuration.listed_successfully', ageConfigurations(found.ageConfigurations))
      },
    )

    app.get(
      '/age-configurations/cenote/:cenoteId',
      {
        config: { ...sharedWithoutKey, operation: ListCenoteAgeConfigurationsDocument },
        schema: {
          ...shared,
          operationId: 'listCenoteAgeConfigurations',
          summary: 'Age configurations of a cenote',
          params: Type.Object({ cenoteId: Type.String() }),
          response: { 200: Success(Found, 'The five that apply here.'), ...failures({ 404: ['CENOTE_NOT_FOUND'] }) },
        },
      },
      async (request, reply) => {
        const { cenoteId } = request.params
        const { cenote } = await facade.executeOrThrow(request, reply, ListCenoteAgeConfigurationsDocument, {
          id: cenoteId,
        })
        if (!cenote) throw failure('CENOTE_NOT_FOUND', { cenoteId })
        return success(request, 'age_configuration.listed_successfully', ageConfigurations(cenote.ageConfigurations))
      },
    )

    app.get(
      '/age-configurations/tour/:tourId',
      {
        config: { ...sharedWithoutKey, operation: ListTourAgeConfigurationsDocument },
        schema: {
          ...shared,
          operationId: 'listTourAgeConfigurations',
          summary: 'Age configurations of a tour',
          params: Type.Object({ tourId: Type.String() }),
          response: { 200: Success(Found, 'The five that apply here.'), ...failures({ 404: ['TOUR_NOT_FOUND'] }) },
        },
      },
      async (request, reply) => {
        const { tourId } = request.params
        const { tour } = await facade.executeOrThrow(request, reply, ListTourAgeConfigurationsDocument, { id: tourId })
        if (!tour) throw failure('TOUR_NOT_FOUND', { tourId })
        return success(request, 'age_configuration.listed_successfully', ageConfigurations(tour.ageConfigurations))
      },
    )

    app.post(
      '/pricing/validate-age-breakdown',
      {
        config: { operation: ValidateAgeBreakdownDocument },
        schema: {
          ...shared,
          operationId: 'validateAgeBreakdown',
          summary: 'Validate an age breakdown',
          body: AgeBreakdownBody,
          response: {
            200: Success(AgeBreakdownCheck, 'Whether these people can be booked together, and the errors.'),
            ...failures(),
          },
        },
      },
      async (request, reply) => {
        const input = byCategory((category) => request.body[category] ?? 0)
        const { ageBreakdownValidation: found } = await facade.executeOrThrow(
          request,
          reply,
          ValidateAgeBreakdownDocument,
          {
            input,
          },
        )
        const { isValid, totalPeople, breakdown, errors } = found
        return success(request, 'age_breakdown.validated_successfully', {
          isValid,
          totalPeople,
          breakdown: breakdown.map(({ category, count }) => ({ category: lowerName(category), count })),
          ...(isValid ? {} : { errors }),
        })
      },
    )
  }
}
