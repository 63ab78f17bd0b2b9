import { apiError } from '../../../../schema/errors.ts'
import type { ReservationContext } from '../context.ts'
import type { Reservation, ReservedService } from '../reservation.ts'
import type { ProductReference } from '../../upstream/index.ts'
import { selectedServices } from '../rules/diff.ts'

/**
 * The selected services of a reservation that moves to another product, by their ids there. Those that it had are what is
 * offered there as the same service; one that is included in the visit there is no longer selected. Error:
 * SERVICE_NOT_AVAILABLE for one that is not offered there.
 */
export async function servicesElsewhere(
  before: Reservation,
  wanted: Reservation,
  { services, identity }: ReservationContext,
): Promise<ReservedService[]> {
  const selected = [...selectedServices(wanted).values()]
  const had = selectedServices(before)
  if (!selected.some(({ id }) => had.has(id))) return selected
  const [here = [], there = []] = await services.upstream.services([before, wanted].map(referenceOf), identity)
  return selected.flatMap((service): ReservedService[] => {
    if (!had.has(service.id)) return [service]
    const known = here.find(({ id }) => id === service.id)
    const same = known && there.find(({ serviceId }) => serviceId === known.serviceId)
    if (same?.inclusionType === 'INCLUDED') return []
    if (!same?.isBookable) throw apiError('SERVICE_NOT_AVAILABLE', { serviceId: service.id })
    return [{ ...service, id: same.id }]
  })
}

const referenceOf = ({ productId: id, productType: type }: Reservation): ProductReference => ({ id, type })
