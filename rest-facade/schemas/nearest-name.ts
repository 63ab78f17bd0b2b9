import { closestMatch } from 'leven'

/** Other words that callers use for a documented name, where its spelling is too different. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  actualDuration: ['minutes', 'length'],
  actualVisitors: ['visitors', 'people', 'guests'],
  adult: ['grownup'],
  adults: ['grownups', 'people', 'persons'],
  after: ['since', 'from'],
  ageBreakdown: ['visitors', 'ages', 'people', 'guests'],
  child: ['kid', 'minor'],
  children: ['kids', 'child', 'minors'],
  code: ['coupon', 'voucher', 'promo', 'promoCode', 'couponCode'],
  couponCode: ['coupon', 'voucher', 'promo', 'promoCode', 'code'],
  createdAfter: ['since', 'from'],
  createdBefore: ['until', 'to'],
  updatedAfter: ['modifiedSince', 'updatedSince', 'changedSince'],
  dateFrom: ['startDate', 'from'],
  dateTo: ['endDate', 'to', 'until'],
  endDate: ['dateTo', 'to', 'until', 'end'],
  endTime: ['to', 'end'],
  events: ['types', 'eventTypes'],
  expand: ['include', 'embed', 'with'],
  fields: ['select', 'only'],
  guest: ['customer', 'contact', 'client', 'traveler'],
  infant: ['baby', 'toddler'],
  infants: ['babies', 'toddlers'],
  itemId: ['cenoteId', 'tourId', 'id'],
  itemType: ['type', 'item'],
  limit: ['perPage', 'pageSize', 'size', 'count'],
  note: ['notes', 'comment', 'comments'],
  notes: ['note', 'comment', 'comments'],
  people: ['visitors', 'guests', 'adults', 'totalPeople', 'quantity'],
  perPage: ['limit', 'pageSize', 'size', 'count', 'first'],
  phone: ['telephone', 'mobile', 'tel'],
  pickupLatitude: ['latitude', 'lat'],
  pickupLongitude: ['longitude', 'lng', 'lon'],
  latitude: ['lat'],
  longitude: ['lng', 'lon', 'long'],
  promoCode: ['coupon', 'voucher', 'promo', 'couponCode', 'code'],
  radius: ['distance', 'radiusKm'],
  search: ['q', 'query', 'text', 'keyword'],
  selectedServices: ['services', 'extras', 'addOns'],
  senior: ['elder'],
  seniors: ['elderly', 'elders', 'retired'],
  sortBy: ['sort', 'orderBy', 'order'],
  sortDirection: ['direction', 'sortOrder'],
  specialRequests: ['comments', 'remarks', 'requests', 'notes'],
  startDate: ['date', 'dateFrom', 'from', 'start', 'visitDate'],
  startTime: ['from', 'start'],
  teen: ['teenager', 'adolescent', 'youth'],
  teens: ['teenagers', 'adolescents', 'youths'],
  time: ['visitTime', 'slot', 'hour'],
  totalPeople: ['people', 'visitors', 'guests', 'quantity'],
  types: ['type', 'events', 'eventTypes'],
  url: ['endpoint', 'address', 'target', 'callback'],
  visitDate: ['date', 'day'],
  visitTime: ['time', 'slot', 'hour'],
  visitors: ['people', 'guests', 'party', 'pax', 'participants'],
}

/** A name in lower case, without separators between its words. */
const plain = (name: string): string => name.toLowerCase().replace(/[_.\-\s[\]]/g, '')
const lastStep = (name: string): string => name.slice(name.lastIndexOf('.') + 1)
const maxLength = 40

/**
 * The documented name that a caller most likely meant: one at the same level, by spelling or meaning, or the same name
 * at a deeper level (`adults` for `visitors.adults`). Undefined when none is close.
 */
export function nearestName(
  given: string,
  beside: readonly string[],
  further: readonly string[] = [],
): string | undefined {
  if (given.length > maxLength) return undefined
  const wanted = plain(given)
  const same = (name: string): boolean => plain(name) === wanted
  const exact = beside.find(same) ?? beside.find((name) => same(lastStep(name)))
  if (exact) return exact
  const synonym = beside.find((name) => synonyms[name]?.some(same)) ?? further.find((name) => same(lastStep(name)))
  if (synonym) return synonym
  const spellings = new Map(beside.map((name) => [plain(name), name]))
  const closest = closestMatch(wanted, [...spellings.keys()], { maxDistance: tolerance(wanted) })
  return closest === undefined ? undefined : spellings.get(closest)
}

/** The number of letters by which a mistyped name of this length may differ. */
const tolerance = ({ length }: string): number => (length < 4 ? 1 : length < 10 ? 2 : 3)
