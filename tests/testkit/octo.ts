import { expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { octoSchemas } from './octo-schemas.ts'
import { freshAddress, keys } from './product.ts'
import { recordResponse, type Json, type TestResponse } from './responses.ts'

const uuid = '[^/]+'
/** Successful responses by method and path. */
const responses: readonly (readonly [string, RegExp, string])[] = (
  [
    ['GET', '/supplier', 'zSuppliersGetResponse'],
    ['GET', '/products', 'zProductsGetProductsResponse'],
    ['GET', '/products/[^/]+', 'zProductsGetProductResponse'],
    ['POST', '/availability', 'zAvailabilitiesAvailabilityCheckResponse'],
    ['POST', '/availability/calendar', 'zAvailabilitiesAvailabilityCalendarResponse'],
    ['GET', '/bookings', 'zBookingsGetBookingsResponse'],
    ['POST', '/bookings', 'zBookingsBookingReservationResponse'],
    ['GET', `/bookings/${uuid}`, 'zBookingsGetBookingResponse'],
    ['PATCH', `/bookings/${uuid}`, 'zBookingsBookingUpdateResponse'],
    ['POST', `/bookings/${uuid}/confirm`, 'zBookingsBookingConfirmationResponse'],
    ['POST', `/bookings/${uuid}/cancel`, 'zBookingsBookingCancellationResponse'],
    ['POST', `/bookings/${uuid}/extend`, 'zBookingsExtendReservationResponse'],
  ] as const
).map(([method, path, schema]) => [method, new RegExp(`^${path}/?(\\?.*)?$`), schema])

/** Failures by code; those that are not of the standard are like `zBaseError`. */
const failures: Readonly<Record<string, string>> = {
  INVALID_PRODUCT_ID: 'zErrorInvalidProductId',
  INVALID_OPTION_ID: 'zErrorInvalidOptionId',
  INVALID_UNIT_ID: 'zErrorInvalidUnitId',
  INVALID_AVAILABILITY_ID: 'zErrorInvalidAvailabilityId',
  INVALID_BOOKING_UUID: 'zErrorInvalidBookingUuid',
  BAD_REQUEST: 'zErrorBadRequest',
  UNPROCESSABLE_ENTITY: 'zErrorUnprocessableEntity',
  UNAUTHORIZED: 'zErrorUnauthorized',
  FORBIDDEN: 'zErrorForbidden',
}
const statuses: Readonly<Record<string, number>> = { UNAUTHORIZED: 401, FORBIDDEN: 403 }

const idsOf = (list: string): string[] =>
  list
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
    .sort()

/** A response must be as the standard says: nothing missing, nothing of another type, and nothing else. */
function expectValid({ status, headers, body, request }: TestResponse, capabilities: string): void {
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(idsOf(headers.get('octo-capabilities') ?? 'absent')).toEqual(idsOf(capabilities))
  if (status !== 200) {
    const { error } = body as { readonly error: string }
    expect([error, status]).toEqual([error, statuses[error] ?? 400])
    octoSchemas[failures[error] ?? 'zBaseError']?.parse(body)
    return
  }
  const [, , name = ''] =
    responses.find(([method, path]) => method === request.method && path.test(request.address)) ?? []
  expect(octoSchemas[name]?.parse(body)).toEqual(body)
}

export interface ResellerOptions {
  readonly apiKey?: string | null
  /** As the header says it. */
  readonly capabilities?: string
  /** The end of every path. */
  readonly slash?: '' | '/'
}

/** A reseller that speaks OCTO. Each response is checked with the published schemas. */
export function reseller(url: string, { apiKey = keys.demo, capabilities = '', slash = '' }: ResellerOptions = {}) {
  const send = async (
    method: string,
    address: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => {
    const [path, query] = address.split('?')
    const response = await fetch(`${url}/octo/v1${path}${slash}${query === undefined ? '' : `?${query}`}`, {
      method,
      redirect: 'manual',
      headers: {
        'X-Forwarded-For': freshAddress(),
        'Octo-Capabilities': capabilities,
        ...(apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return recordResponse({
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
      request: { method, address, body },
    })
  }
  const checked = async (...request: Parameters<typeof send>): Promise<TestResponse> => {
    const response = await send(...request)
    expectValid(response, request[3]?.['Octo-Capabilities'] ?? capabilities)
    return response
  }
  /** The body of a request that must succeed. */
  const done = async (...request: Parameters<typeof send>): Promise<Json> => {
    const response = await checked(...request)
    expect(response).toHaveStatus(200)
    return response.body
  }
  return {
    send,
    checked,
    get: (path: string, headers?: Record<string, string>) => done('GET', path, undefined, headers),
    post: (path: string, body: object, headers?: Record<string, string>) => done('POST', path, body, headers),
    patch: (path: string, body: object) => done('PATCH', path, body),
    /** The error of a request that must fail, without its message. */
    async refusal(...request: Parameters<typeof send>): Promise<Json> {
      const { errorMessage, ...error } = (await checked(...request)).body
      expect(errorMessage).toMatch(/^\S.*\.$/)
      return error
    },
    /** The message, which names the member at fault. */
    async complaint(...request: Parameters<typeof send>): Promise<Json> {
      const { error, errorMessage } = (await checked(...request)).body
      return `${error}: ${errorMessage}`
    },
  }
}

export type Reseller = ReturnType<typeof reseller>

/** A product of the demo data, that a booking can be moved to from the other. */
export const sold = {
  /** 10 places an hour from 9 to 15, six hours behind UTC. */
  cenote: { productId: demoId('cenote', 'chencoh'), optionId: 'DEFAULT', other: demoId('cenote', 'kankirixche') },
  /** One departure a day, 18 places, six hours behind UTC. */
  tour: {
    productId: demoId('tour', 'valladolid-colonial-cenotes'),
    optionId: 'DEFAULT',
    other: demoId('tour', 'ruta-de-los-cenotes'),
  },
} as const

export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Later than what other tests reserve. */
const firstDay = 320
const daysAhead = 93

/** Slots of a product without any reservation, each once. */
export async function freeSlots({ post }: Reseller, productId: string, from = firstDay): Promise<() => Json> {
  const slots = await post('/availability', {
    productId,
    optionId: 'DEFAULT',
    localDateStart: dayIn(from),
    localDateEnd: dayIn(from + daysAhead - 1),
  })
  const free = slots.filter(({ available, vacancies, capacity }: Json) => available && vacancies === capacity)
  return () => {
    const slot = free.shift()
    if (!slot) throw new Error(`No more free slots of ${productId}`)
    return slot
  }
}

/** The unit items of a party. */
export const unitItems = (...ids: string[]): { unitId: string }[] => ids.map((unitId) => ({ unitId }))
export const adults = (count: number): { unitId: string }[] =>
  unitItems(...Array.from({ length: count }, () => 'ADULT'))

/** A booking whose product was taken off sale, without the time of its last change: it is marked a moment later. */
export const beforeMark = ({ utcUpdatedAt: _, ...booking }: Json): Json => booking
