import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { failures, keyOptional, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { failure } from '../http/errors.ts'
import { represent } from '../http/represent.ts'
import { requestContextOf } from '../http/request-context.ts'
import type { Facade } from '../http/facade.ts'
import {
  CalculateCenotePriceDocument,
  CalculateTourPriceDocument,
  type CalculatedPriceFragment,
} from '../generated/operations.ts'
import { lowerName } from '../../schema/present-fields.ts'
import { ageConfigurationRoutes } from './age-configuration-routes.ts'
import { discountRoutes } from './discount-routes.ts'
import { calculationInput, calculationMessage, calculationRepresentation, currencySymbol } from './representation.ts'
import { Calculation, CalculationBody, CurrencySymbol } from './schema.ts'
import { summaryRoutes } from './summary-routes.ts'

type Body = Static<typeof CalculationBody>

/** Pricing, with the calculation under both of its paths; no key needed. */
export function pricingRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  async function calculate(request: FastifyRequest, reply: FastifyReply, body: Body): Promise<CalculatedPriceFragment> {
    const { itemType, itemId: id, language, quote = false } = body
    // Names in the response are in the language of its message. Only pricing has French; it is not a locale of the
    // product.
    const options = language === 'en' || language === 'es' ? { dataLanguage: language } : {}
    const variables = { id, input: calculationInput(body), quote }
    if (itemType === 'cenote') {
      const { cenote } = await facade.executeOrThrow(request, reply, CalculateCenotePriceDocument, variables, options)
      if (!cenote) throw failure('CENOTE_NOT_FOUND', { cenoteId: id })
      return cenote.priceCalculation
    }
    if (itemType === 'tour') {
      const { tour } = await facade.executeOrThrow(request, reply, CalculateTourPriceDocument, variables, options)
      if (!tour) throw failure('TOUR_NOT_FOUND', { tourId: id })
      return tour.priceCalculation
    }
    throw failure('INVALID_ITEM_TYPE', { itemType, allowed: ['cenote', 'tour'] })
  }

  return async (app) => {
    await app.register(ageConfigurationRoutes(facade))
    await app.register(discountRoutes(facade))
    await app.register(summaryRoutes(facade))
    for (const [path, operationId] of [
      ['/pricing/calculate-complete', 'calculatePrice'],
      ['/api/pricing/calculate', 'calculatePriceVariant'],
    ] as const) {
      app.post(
        path,
        {
          config: { operation: CalculateCenotePriceDocument },
          schema: {
            tags: ['Pricing'],
            security: keyOptional,
            operationId,
            summary: 'Calculate a price',
            body: CalculationBody,
            response: {
              200: Success(Calculation, 'The price with every line that leads to it.', { currency: CurrencySymbol }),
              ...failures({
                400: ['INVALID_ITEM_TYPE', 'INVALID_COORDINATES'],
                404: [
                  'CENOTE_NOT_FOUND',
                  'TOUR_NOT_FOUND',
                  'MEETING_POINT_NOT_FOUND',
                  'SERVICE_NOT_FOUND',
                  'COUPON_NOT_FOUND',
                ],
                422: [
                  'INVALID_AGE_BREAKDOWN',
                  'PICKUP_REQUIRED',
                  'PICKUP_OUT_OF_ZONE',
                  'SERVICE_NOT_AVAILABLE',
                  'SERVICE_NOT_BOOKABLE',
                  'COUPON_EXPIRED',
                  'COUPON_usage_LIMIT_REACHED',
                  'COUPON_MIN_SPEND_NOT_MET',
                  'COUPON_NOT_APPLICABLE',
                  'COUPON_NOT_YET_VALID',
                  'COUPON_INACTIVE',
                ],
              }),
            },
          },
        },
        async (request, reply) => {
          const { body } = request
          const price = await calculate(request, reply, body)
          return represent(request, reply, () => {
            const message = calculationMessage(
              body.language ?? requestContextOf(request).language,
              price.totalCents,
              price.currency,
            )
            if (body.language !== undefined) reply.header('content-language', lowerName(price.language))
            return success(request, message, calculationRepresentation(price), {
              currency: currencySymbol(price.currency),
            })
          })
        },
      )
    }
  }
}
