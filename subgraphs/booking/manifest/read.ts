import { isTimeOfDay } from '../../../platform/values/clock.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { apiError, validationError } from '../../../schema/errors.ts'
import { readablePartnerOf } from '../caller.ts'
import type { ManifestInput } from '../generated/resolvers.ts'
import type { ManifestContext } from './context.ts'
import { inOrder, totalsOf, type ManifestParty, type Totals } from './party.ts'
import { findParties, type Visit } from './repository.ts'

/** More would be no list that anybody works with at an entrance. */
const maxParties = 5_000

export interface Manifest extends Visit {
  readonly rows: readonly ManifestParty[]
  readonly totals: Totals
}

/**
 * The parties of a departure or an hour that the caller may see. Errors: CENOTE_NOT_FOUND, TOUR_NOT_FOUND, and
 * ERROR_VALIDACION for a time that is none and for more parties than a manifest has.
 */
export async function readManifest(input: ManifestInput, context: ManifestContext): Promise<Manifest> {
  const { productType, productId: id, date, time } = input
  if (!isTimeOfDay(time)) throw validationError({ time: [{ code: 'NOT_A_TIME' }] })
  if (!isUuid(id))
    throw productType === 'tour'
      ? apiError('TOUR_NOT_FOUND', { tourId: id })
      : apiError('CENOTE_NOT_FOUND', { cenoteId: id })
  const visit = { productType, productId: id.toLowerCase(), date, time }
  const { database, services, clock, identity, language } = context
  const parties = await findParties(database.pool, visit, readablePartnerOf(context), clock.now(), maxParties + 1)
  if (parties.length > maxParties) throw validationError({ time: [{ code: 'TOO_MANY_ROWS', max: maxParties }] })
  const products = new Map([visit, ...parties].map((product) => [product.productId, product]))
  const names = new Map(
    await Promise.all(
      [...products.values()].map(async (product) => {
        return [product.productId, await services.upstream.nameOf(product, identity)] as const
      }),
    ),
  )
  const rows = inOrder(parties, language).map((party) => {
    const { productId } = party
    const via = productId === visit.productId ? null : { tourId: productId, name: names.get(productId) ?? '' }
    return { ...party, via }
  })
  return { ...visit, rows, totals: totalsOf(parties) }
}
