import type {
  ProductType,
  ReservationFilter,
  ReservationRowFragment,
  ReservationSortDirection,
  ReservationSortField,
  ReservationStatus,
} from '../../../generated/operations.ts'

/** Values of the filter fields; an empty text is no condition. */
export interface FilterValues {
  readonly status: ReservationStatus | ''
  readonly isActive: '' | 'true' | 'false'
  readonly refundDue: '' | 'true' | 'false'
  readonly search: string
  readonly guestEmail: string
  readonly productType: '' | ProductType
  readonly cenoteId: string
  readonly tourId: string
  /** Of an operator's list. */
  readonly partnerId: string
  readonly dateFrom: string
  readonly dateTo: string
  /** Local date and time, as in a `datetime-local` input. */
  readonly createdAfter: string
  readonly createdBefore: string
  readonly sort: `${ReservationSortField}.${ReservationSortDirection}`
}

export const noFilter: FilterValues = {
  status: '',
  isActive: '',
  refundDue: '',
  search: '',
  guestEmail: '',
  productType: '',
  cenoteId: '',
  tourId: '',
  partnerId: '',
  dateFrom: '',
  dateTo: '',
  createdAfter: '',
  createdBefore: '',
  sort: 'CREATED_AT.DESC',
}

/** Filters that are in the URL; those that name a guest are not. */
const addressNames = [
  'status',
  'isActive',
  'refundDue',
  'productType',
  'cenoteId',
  'tourId',
  'partnerId',
  'dateFrom',
  'dateTo',
  'createdAfter',
  'createdBefore',
  'sort',
] as const

export function filterIn(query: URLSearchParams): FilterValues {
  const given = addressNames.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { ...noFilter, ...Object.fromEntries(given) }
}

export function addressOf(values: FilterValues): string {
  const query = new URLSearchParams()
  for (const name of addressNames) if (values[name] !== noFilter[name]) query.set(name, values[name])
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The filter of the API. */
export function conditionsOf(values: FilterValues): ReservationFilter {
  const { status, isActive, refundDue, search, guestEmail, productType, cenoteId, tourId, partnerId } = values
  const { dateFrom, dateTo, createdAfter, createdBefore } = values
  return {
    ...(status === '' ? {} : { status }),
    ...(isActive === '' ? {} : { isActive: isActive === 'true' }),
    ...(refundDue === '' ? {} : { refundDue: refundDue === 'true' }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(guestEmail.trim() === '' ? {} : { guestEmail: guestEmail.trim() }),
    ...(productType === '' ? {} : { productType }),
    ...(cenoteId === '' ? {} : { cenoteId }),
    ...(tourId === '' ? {} : { tourId }),
    ...(partnerId === '' ? {} : { partnerId }),
    ...(dateFrom === '' ? {} : { dateFrom }),
    ...(dateTo === '' ? {} : { dateTo }),
    ...(createdAfter === '' ? {} : { createdAfter: new Date(createdAfter).toISOString() }),
    ...(createdBefore === '' ? {} : { createdBefore: new Date(createdBefore).toISOString() }),
  }
}

const active: readonly ReservationStatus[] = ['PENDING', 'CONFIRMED', 'IN_PROGRESS']

/**
 * Whether a reservation of an event belongs in the list; unknown with a text filter, because only the API knows which
 * letters are equivalent.
 */
export function belongs(values: FilterValues, reservation: ReservationRowFragment): boolean | 'unknown' {
  const { status, isActive, refundDue, search, guestEmail, productType, cenoteId, tourId, partnerId } = values
  const { dateFrom, dateTo, createdAfter, createdBefore } = values
  const productId = cenoteId || tourId
  const created = Date.parse(reservation.createdAt)
  const isMet =
    (status === '' || reservation.status === status) &&
    (isActive === '' || active.includes(reservation.status) === (isActive === 'true')) &&
    (refundDue === '' || reservation.refundDueCents > 0 === (refundDue === 'true')) &&
    (guestEmail.trim() === '' || reservation.guest.email.toLowerCase() === guestEmail.trim().toLowerCase()) &&
    (productType === '' || (reservation.product.__typename === 'Tour') === (productType === 'TOUR')) &&
    (productId === '' || reservation.product.id === productId) &&
    (partnerId === '' || reservation.partner?.id === partnerId) &&
    (dateFrom === '' || reservation.visitDate >= dateFrom) &&
    (dateTo === '' || reservation.visitDate <= dateTo) &&
    (createdAfter === '' || created >= Date.parse(createdAfter)) &&
    (createdBefore === '' || created <= Date.parse(createdBefore))
  return isMet && search.trim() !== '' ? 'unknown' : isMet
}

/** The same conditions as parameters of the exported file. */
export const exportParametersOf = (values: FilterValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(conditionsOf(values)).map(([name, value]) => [
      name,
      name === 'status' || name === 'productType' ? String(value).toLowerCase() : String(value),
    ]),
  )
