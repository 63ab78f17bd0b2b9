import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { earliestToday } from '../../../platform/values/clock.ts'
import type { Facade } from '../../http/facade.ts'
import {
  ListOctoProductsDocument,
  ReadOctoCenoteDocument,
  ReadOctoTourDocument,
  type DailyPricesInput,
  type ListOctoProductsQuery,
} from '../../generated/operations.ts'
import { represent } from '../../http/represent.ts'
import { capabilityKey } from '../capabilities.ts'
import { invalidProduct, responses } from '../errors.ts'
import { cenoteProduct, formOf, tourProduct, type ProductBody } from './representation.ts'
import { Product, ProductPath } from './schema.ts'
import { eitherProduct, productVariables, requireActive } from './sold-product.ts'

/** The variant of a cached response. It has the date, because extra departures are shown until their day. */
const variantOf = (request: FastifyRequest): string => `${earliestToday()} ${capabilityKey(request)}`

/** Whether a product has start times at all. */
const hasTimes = ({ options }: ProductBody): boolean =>
  options.some(({ availabilityLocalStartTimes }) => availabilityLocalStartTimes.length > 0)

/** GET /products and /products/{productId}. */
export function productRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  /** Pages of cenotes and tours; of more than a hundred of a kind the rest is read page by page. */
  async function readPages(request: FastifyRequest, reply: FastifyReply): Promise<ListOctoProductsQuery[]> {
    const pages: ListOctoProductsQuery[] = []
    let variables: PageVariables | null = { cenotes: true, tours: true, ...productVariables(request) }
    while (variables) {
      const page: ListOctoProductsQuery = await facade.executeOrThrow(
        request,
        reply,
        ListOctoProductsDocument,
        variables,
      )
      pages.push(page)
      variables = nextPage(variables, page)
    }
    return pages
  }

  return async (app) => {
    app.get(
      '/products',
      {
        config: { operation: ListOctoProductsDocument },
        schema: {
          tags: ['Products'],
          operationId: 'listProducts',
          summary: 'List the products',
          description: 'All cenotes by name, then all tours by name.',
          response: responses(Type.Array(Product, { description: 'The products.' })),
        },
      },
      async (request, reply) => {
        const form = formOf(request)
        const pages = await readPages(request, reply)
        const make = (): ProductBody[] =>
          [
            ...pages.flatMap(({ cenotes }) => cenotes?.nodes.map((cenote) => cenoteProduct(cenote, form)) ?? []),
            ...pages.flatMap(({ tours }) => tours?.nodes.map((tour) => tourProduct(tour, form)) ?? []),
          ].filter(hasTimes)
        return represent(request, reply, make, variantOf(request))
      },
    )

    app.get(
      '/products/:productId',
      {
        config: { operation: ReadOctoCenoteDocument },
        schema: {
          tags: ['Products'],
          operationId: 'readProduct',
          summary: 'Read a product',
          params: ProductPath,
          response: responses(Product, 'INVALID_PRODUCT_ID'),
        },
      },
      (request, reply) => {
        const { productId } = request.params
        const form = formOf(request)
        const variables = productVariables(request)
        return eitherProduct(productId, async (type, id) => {
          let make: () => ProductBody
          if (type === 'cenote') {
            const { cenote } = await facade.executeOrThrow(request, reply, ReadOctoCenoteDocument, { id, ...variables })
            const active = requireActive(productId, cenote)
            make = () => cenoteProduct(active, form)
          } else {
            const { tour } = await facade.executeOrThrow(request, reply, ReadOctoTourDocument, { id, ...variables })
            const active = requireActive(productId, tour)
            make = () => tourProduct(active, form)
          }
          return represent(
            request,
            reply,
            () => {
              const product = make()
              if (!hasTimes(product)) throw invalidProduct(productId)
              return product
            },
            variantOf(request),
          )
        })
      },
    )
  }
}

interface PageVariables extends Record<string, unknown> {
  readonly cenotes: boolean
  readonly cenotesAfter?: string | null
  readonly tours: boolean
  readonly toursAfter?: string | null
  readonly content: boolean
  readonly pricing: boolean
  readonly prices: DailyPricesInput
}

/** The variables of the page that follows; null after the last one. */
function nextPage({ content, pricing, prices }: PageVariables, page: ListOctoProductsQuery): PageVariables | null {
  const [cenotes, tours] = [page.cenotes?.pageInfo, page.tours?.pageInfo]
  if (!cenotes?.hasNextPage && !tours?.hasNextPage) return null
  return {
    content,
    pricing,
    prices,
    cenotes: cenotes?.hasNextPage ?? false,
    cenotesAfter: cenotes?.endCursor ?? null,
    tours: tours?.hasNextPage ?? false,
    toursAfter: tours?.endCursor ?? null,
  }
}
