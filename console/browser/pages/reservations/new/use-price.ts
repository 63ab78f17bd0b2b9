import { useEffect } from 'preact/hooks'
import { useQuery } from '../../../api/use-query.ts'
import type { Failure } from '../../../api/failure.ts'
import { SalePriceDocument, type CalculatedPriceFragment } from '../../../generated/operations.ts'
import { useLanguage } from '../../../text/language.tsx'
import { calculationInput, missingForPrice, type SaleValues } from './sale-values.ts'

export interface SalePrice {
  /** The price of the sale as it is typed now; null while it is not known. */
  readonly price: CalculatedPriceFragment | null
  readonly failure: Failure | null
  readonly isLoading: boolean
  reload(): void
}

/** A quote is replaced this long before it expires. */
const marginMilliseconds = 30_000

/** The price of the settled values of a sale, with a quote that does not expire while it is shown. */
export function usePrice(values: SaleValues): SalePrice {
  const { language } = useLanguage()
  const { productId: id, productType } = values.product
  const isMissing = missingForPrice(values) !== null
  const query = useQuery(
    SalePriceDocument,
    { id, isTour: productType === 'tour', input: calculationInput(values, language) },
    { pause: isMissing },
  )
  const price = (query.data?.cenote ?? query.data?.tour)?.priceCalculation ?? null
  const expiresAt = price?.quoteExpiresAt ?? null
  const { reload } = query
  useEffect(() => {
    if (expiresAt === null) return
    const timer = setTimeout(reload, Math.max(0, Date.parse(expiresAt) - Date.now() - marginMilliseconds))
    return () => clearTimeout(timer)
  }, [expiresAt, reload])
  const isKnown = !isMissing && !query.isLoading && query.failure === null
  return { ...query, failure: isMissing ? null : query.failure, price: isKnown ? price : null }
}
