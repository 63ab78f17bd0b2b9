import type { ServiceContext } from './context.ts'
import { isBookable, type Service } from './service.ts'

/** Services of a cenote, in display order; all of them, or those that can be booked. */
export async function servicesOf(
  cenoteId: string,
  bookableOnly: boolean,
  { book }: Pick<ServiceContext, 'book'>,
): Promise<Service[]> {
  const services = await book.services(cenoteId)
  return bookableOnly ? services.filter(isBookable) : services
}
