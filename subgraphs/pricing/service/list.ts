import { shownOnce } from '../../../platform/values/shown-once.ts'
import type { CenoteService } from '../generated/resolvers.ts'
import type { ServiceContext } from './context.ts'
import { isBookable, type Service } from './service.ts'

const shown = shownOnce((service: Service): CenoteService => ({ ...service, isBookable: isBookable(service) }))

/** Services of a cenote, in display order; all of them, or those that can be booked. */
export async function servicesOf(
  cenoteId: string,
  bookableOnly: boolean,
  { book }: Pick<ServiceContext, 'book'>,
): Promise<CenoteService[]> {
  const services = shown(await book.services(cenoteId))
  return bookableOnly ? services.filter((service) => service.isBookable) : services
}
