import type { Page } from '../../../platform/graphql/connection.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import { apiError, validationError } from '../../../schema/errors.ts'
import type { InclusionType, ServiceCategory } from '../generated/resolvers.ts'
import type { TranslatedText } from '../text.ts'

/** A service of a cenote; price in cents of MXN. */
export interface Service {
  readonly id: string
  readonly version: number
  readonly cenoteId: string
  readonly serviceId: string
  readonly name: TranslatedText
  readonly description: LocalizedText
  readonly category: ServiceCategory
  readonly inclusionType: InclusionType
  readonly priceCents: number | null
  readonly isActive: boolean
  readonly displayOrder: number
  readonly durationMinutes: number | null
  /** Transportation services only. */
  readonly transportConfig: TransportConfig | null
}

export type ServicePage = Page<Service>

export interface TransportConfig {
  readonly vehicleTypes: string[]
  readonly maxCapacity: number
  readonly pricePerKmCents: number
}

export const isBookable = ({ inclusionType, isActive }: Service): boolean => inclusionType === 'optional' && isActive

export const isTransport = ({ category }: Pick<Service, 'category'>): boolean => category === 'transportation'

/** Maximum units of one service in a purchase: as many as people. */
const maxQuantity = 1_000

/** A service of a purchase. */
export interface ChosenService {
  readonly service: Service
  readonly quantity: number
  /** Of one. */
  readonly priceCents: number
}

/**
 * The requested services, by their id here or their global id; one that is repeated counts again. Errors:
 * ERROR_VALIDACION, SERVICE_NOT_FOUND, SERVICE_NOT_AVAILABLE, SERVICE_NOT_BOOKABLE.
 */
export function chooseServices(
  offered: readonly Service[],
  wanted: readonly { readonly id: string; readonly quantity: number }[],
): ChosenService[] {
  const chosen = new Map<string, ChosenService>()
  for (const [index, { id, quantity: more }] of wanted.entries()) {
    const service = offered.find((candidate) => candidate.id === id || candidate.serviceId === id)
    if (!service) throw apiError('SERVICE_NOT_FOUND', { serviceId: id })
    if (!service.isActive || service.inclusionType === 'not_available')
      throw apiError('SERVICE_NOT_AVAILABLE', { serviceId: id })
    if (service.priceCents === null || !isBookable(service)) throw apiError('SERVICE_NOT_BOOKABLE', { serviceId: id })
    const quantity = more + (chosen.get(service.id)?.quantity ?? 0)
    if (more < 1 || quantity > maxQuantity)
      throw validationError({
        [`selectedServices.${index}.quantity`]: [{ code: 'OUT_OF_RANGE', min: 1, max: maxQuantity }],
      })
    chosen.set(service.id, { service, quantity, priceCents: service.priceCents })
  }
  return [...chosen.values()]
}
