import { validationError } from '../../../schema/errors.ts'
import type { CenoteResolvers } from '../generated/resolvers.ts'

const defaultCount = 10
const maxReviews = 50

/** Reviews of a cenote, latest first; `first` outside 1 to 50 is ERROR_VALIDACION. */
export const reviewsOfCenote: Pick<CenoteResolvers, 'reviews'> = {
  reviews({ id }, args, { loaders }) {
    const first = args.first ?? defaultCount
    if (first < 1 || first > maxReviews) throw validationError({ first: [`must be from 1 to ${maxReviews}`] })
    return loaders.latestReviews.load({ ownerId: id, args: { first } })
  },
}
