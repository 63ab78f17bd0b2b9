import { randomUUID } from 'node:crypto'
import type { PriceFact } from '../administration.ts'
import { formWith } from '../form-parts.ts'
import { serviceForm, serviceSchema, type ServiceForm } from './form.ts'
import { serviceTable } from './repository.ts'
import type { Service } from './service.ts'

/** The price of an optional service; included ones cost nothing, and unavailable ones have no price. */
const priceOf = ({ inclusionType, priceCents }: ServiceForm): number | null =>
  ({ included: 0, optional: priceCents ?? 0, not_available: null })[inclusionType]

/** Services of cenotes as operators create and change them. */
export const serviceFact: PriceFact<Service, ServiceForm> = {
  type: 'cenote_service',
  table: serviceTable,
  schema: serviceSchema,
  form: serviceForm,
  uniqueField: 'serviceId',
  formOf: (service) =>
    formWith(serviceSchema, {
      cenoteId: service.cenoteId,
      serviceId: service.serviceId,
      name: service.name,
      description: service.description,
      category: service.category,
      inclusionType: service.inclusionType,
      priceCents: service.inclusionType === 'optional' ? service.priceCents : null,
      displayOrder: service.displayOrder,
      durationMinutes: service.durationMinutes,
      transportConfig: service.transportConfig,
      isActive: service.isActive,
    }),
  rowOf: (form) => ({
    cenoteId: form.cenoteId,
    serviceId: form.serviceId ?? randomUUID(),
    name: form.name,
    description: form.description,
    category: form.category,
    inclusionType: form.inclusionType,
    priceCents: priceOf(form),
    displayOrder: form.displayOrder ?? 0,
    durationMinutes: form.durationMinutes ?? null,
    transportConfig: form.transportConfig ?? null,
    isActive: form.isActive ?? true,
  }),
}
