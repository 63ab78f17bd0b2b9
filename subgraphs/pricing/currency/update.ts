import type { UpdateExchangeRatesInput } from '../generated/resolvers.ts'
import { updatePriceList } from '../price-list/index.ts'
import { exchangeRates } from './administration.ts'
import type { CurrencyContext } from './context.ts'
import { shownRates, type ShownRates } from './shown-rates.ts'

/** Replaces all exchange rates. Errors: EDIT_CONFLICT, ERROR_VALIDACION. */
export async function updateExchangeRates(
  input: UpdateExchangeRatesInput,
  context: CurrencyContext,
): Promise<ShownRates> {
  await updatePriceList(exchangeRates, input, context)
  return shownRates(context.book)
}
