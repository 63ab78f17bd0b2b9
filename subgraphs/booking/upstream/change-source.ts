import type { GraphQLExecutor } from '../../../platform/graphql/executor.ts'
import type { ProductChange, ProductChanges } from '../../shared/store/product-changes.ts'
import type { Environment, Identity } from '../../../platform/trust/identity.ts'
import {
  CatalogChangesDocument,
  ProductFactsDocument,
  TourStopsDocument,
  type ProductFactsQuery,
  type ProductFactsQueryVariables,
  type TourStopsQuery,
} from '../generated/catalog-operations.ts'
import { PricingChangesDocument } from '../generated/pricing-operations.ts'
import { lowerName } from '../../../schema/present-fields.ts'
import { run } from './run.ts'

type ProductFacts = Omit<ProductFactsQuery['productFacts'][number], 'productType'> & {
  readonly productType: 'cenote' | 'tour'
}
type TourStops = TourStopsQuery['tourStops'][number]

/** The changes of products in other subgraphs, and what the events about them need of the catalog. */
export interface ChangeSource {
  /** Changes of the catalog since a position, or where to begin. */
  catalogChanges(since: string | null, environment: Environment): Promise<ProductChanges>
  /** Changes of prices since a position, or where to begin. */
  pricingChanges(since: string | null, environment: Environment): Promise<ProductChanges>
  /** Facts of products, of all of them with `null`. */
  productFacts(ids: readonly string[] | null, environment: Environment): Promise<ProductFacts[]>
  /** The active tours that stop at cenotes. */
  tourStops(cenoteIds: readonly string[], environment: Environment): Promise<TourStops[]>
}

/** How many ids one request names, and how many facts the catalog returns at once. */
const maxIds = 1_000
const factsPageSize = 5_000

export function createChangeSource(catalog: GraphQLExecutor, pricing: GraphQLExecutor): ChangeSource {
  return {
    catalogChanges: async (since, environment) =>
      changesIn((await run(catalog, CatalogChangesDocument, { since }, identityIn(environment))).productChanges),
    pricingChanges: async (since, environment) =>
      changesIn((await run(pricing, PricingChangesDocument, { since }, identityIn(environment))).productChanges),
    productFacts: (ids, environment) =>
      ids === null ? allFacts(catalog, environment) : factsOf(catalog, ids, environment),
    async tourStops(cenoteIds, environment) {
      const tours = new Map<string, TourStops>()
      for (const part of parts(cenoteIds)) {
        const { tourStops } = await run(catalog, TourStopsDocument, { cenoteIds: part }, identityIn(environment))
        for (const tour of tourStops) tours.set(tour.tourId, tour)
      }
      return [...tours.values()]
    },
  }
}

const identityIn = (environment: Environment): Identity => ({
  partnerId: null,
  environment,
  scopes: [],
  locale: 'en',
  requestId: 'product-changes',
})

const changesIn = ({ position, changes }: { position: string; changes: readonly unknown[] }): ProductChanges => ({
  position,
  changes: changes as ProductChange[],
})

async function factsOf(
  catalog: GraphQLExecutor,
  ids: readonly string[],
  environment: Environment,
): Promise<ProductFacts[]> {
  const facts: ProductFacts[] = []
  for (const part of parts(ids)) facts.push(...(await readFacts(catalog, { ids: part }, environment)))
  return facts
}

async function allFacts(catalog: GraphQLExecutor, environment: Environment): Promise<ProductFacts[]> {
  const facts: ProductFacts[] = []
  for (;;) {
    const page = await readFacts(catalog, { after: facts.at(-1)?.id ?? null }, environment)
    facts.push(...page)
    if (page.length < factsPageSize) return facts
  }
}

async function readFacts(
  catalog: GraphQLExecutor,
  variables: ProductFactsQueryVariables,
  environment: Environment,
): Promise<ProductFacts[]> {
  const { productFacts } = await run(catalog, ProductFactsDocument, variables, identityIn(environment))
  return productFacts.map((facts) => ({ ...facts, productType: lowerName(facts.productType) }))
}

function* parts(ids: readonly string[]): Generator<string[]> {
  for (let index = 0; index < ids.length; index += maxIds) yield ids.slice(index, index + maxIds)
}
