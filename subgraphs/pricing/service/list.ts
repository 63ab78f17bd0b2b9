import { shownOnce } from '../../../platform/values/shown-once.ts'
import type { CenoteService } from '../generated/resolvers.ts'
import { serviceFact } from './administration.ts'
import type { ServiceContext } from './context.ts'
import { isBookable, type Service } from './service.ts'

/** A service as the contract has it: one that is not in use is not available, whatever it was before. */
export const shownService = (service: Service): CenoteService => ({
  ...service,
  ...(service.isActive ? {} : { inclusionType: 'not_available', priceCents: null }),
  isBookable: isBookable(service),
  stored: serviceFact.formOf(service),
})
const shown = shownOnce(shownService)

/** Services of a cenote, in display order; all of them, or those that can be booked. */
export async function servicesOf(
  cenoteId: string,
  bookableOnly: boolean,
  { book }: Pick<ServiceContext, 'book'>,
): Promise<CenoteService[]> {
  const services = shown(await book.services(cenoteId))
  return bookableOnly ? services.filter((service) => service.isBookable) : services
}
