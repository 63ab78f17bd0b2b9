import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { failures, keyOptional, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { failure } from '../http/errors.ts'
import { requestContextOf } from '../http/request-context.ts'
import { sharedWithoutKey, type Facade } from '../http/facade.ts'
import {
  ListCurrenciesDocument,
  SummarizeCenotePriceDocument,
  SummarizeTourPriceDocument,
  type SummarizeCenotePriceQuery,
} from '../generated/operations.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { currencySymbol } from './representation.ts'
import { CurrencySymbol, IsActive } from './schema.ts'

const Cents = () => Type.Integer({ description: 'Cents.' })
const Summary = Type.Object(
  {
    itemId: Type.String(),
    itemType: Type.Enum(['cenote', 'tour']),
    itemName: Type.String(),
    basePrice: Cents(),
    total: Type.Integer({ description: 'Cents: basePrice times people.' }),
    currency: Type.String(),
    isActive: IsActive(),
  },
  { title: 'PriceSummary' },
)

const rates = {
  base: Type.String(),
  rates: Type.Record(Type.String(), Type.Number(), { description: 'How much of each currency one of `base` buys.' }),
  lastUpdated: Type.String({ format: 'date-time' }),
}
const Currencies = Type.Object(
  {
    ...rates,
    currencies: Type.Array(
      Type.Object({ code: Type.String(), name: Type.String(), symbol: Type.String(), rate: Type.Number() }),
    ),
  },
  { title: 'Currencies' },
)

/** The price summary and the currencies; no key needed. */
export function summaryRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  async function summarize(
    request: FastifyRequest,
    reply: FastifyReply,
    itemType: string,
    variables: { id: string; people: number },
  ): Promise<NonNullable<SummarizeCenotePriceQuery['cenote']>> {
    if (itemType === 'cenote') {
      const { cenote } = await facade.executeOrThrow(request, reply, SummarizeCenotePriceDocument, variables)
      if (!cenote) throw failure('CENOTE_NOT_FOUND', { cenoteId: variables.id })
      return cenote
    }
    if (itemType === 'tour') {
      const { tour } = await facade.executeOrThrow(request, reply, SummarizeTourPriceDocument, variables)
      if (!tour) throw failure('TOUR_NOT_FOUND', { tourId: variables.id })
      return tour
    }
    throw failure('INVALID_ITEM_TYPE', { itemType, allowed: ['cenote', 'tour'] })
  }

  return async (app) => {
    app.get(
      '/pricing/summary/:itemType/:itemId',
      {
        config: { ...sharedWithoutKey, operation: SummarizeCenotePriceDocument },
        schema: {
          tags: ['Pricing'],
          security: keyOptional,
          operationId: 'summarizePrice',
          summary: 'Summarize the price of some adults',
          params: Type.Object({ itemType: Type.String({ 'x-enum': ['cenote', 'tour'] }), itemId: Type.String() }),
          querystring: Closed({
            people: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1 })),
          }),
          response: {
            200: Success(Summary, 'Without discounts and taxes.', { currency: CurrencySymbol }),
            ...failures({ 400: ['INVALID_ITEM_TYPE'], 404: ['CENOTE_NOT_FOUND', 'TOUR_NOT_FOUND'] }),
          },
        },
      },
      async (request, reply) => {
        const { itemType, itemId } = request.params
        const { people = 1 } = request.query
        const item = await summarize(request, reply, itemType, { id: itemId, people })
        const { basePriceCents: basePrice, totalCents: total, currency, isActive } = item.priceSummary
        const data = { itemId: item.id, itemType, itemName: item.name, basePrice, total, currency, isActive }
        return success(request, 'pricing.summarized_successfully', data, { currency: currencySymbol(currency) })
      },
    )

    app.get(
      '/api/currencies',
      {
        config: { ...sharedWithoutKey, operation: ListCurrenciesDocument },
        schema: {
          tags: ['Pricing'],
          security: keyOptional,
          operationId: 'listCurrencies',
          summary: 'Currencies and their rates',
          response: { 200: Success(Currencies, 'By code.', { currency: Type.Object(rates) }), ...failures() },
        },
      },
      async (request, reply) => {
        const { exchangeRates } = await facade.executeOrThrow(request, reply, ListCurrenciesDocument, {})
        const { base, lastUpdated } = exchangeRates
        const currency = {
          base,
          rates: Object.fromEntries(exchangeRates.rates.map(({ currency: code, rate }) => [code, rate])),
          lastUpdated,
        }
        const names = new Intl.DisplayNames(requestContextOf(request).locale, { type: 'currency' })
        const currencies = exchangeRates.rates.map(({ currency: code, rate }) => ({
          ...currencySymbol(code),
          name: names.of(code) ?? code,
          rate,
        }))
        return success(request, 'currency.listed_successfully', { ...currency, currencies }, { currency })
      },
    )
  }
}
