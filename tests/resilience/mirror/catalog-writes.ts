import { randomUUID } from 'node:crypto'
import { cenoteInput, meetingPointInput, tourInput } from '../../testkit/catalog-forms.ts'
import type { Json } from '../../testkit/product.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import type { CalendarDays } from './calendar-writes.ts'
import type { Staff, Writes } from './staff.ts'

interface Products {
  readonly cenotes: string[]
  readonly tours: string[]
}

/** A tour that may stop at any of the cenotes. */
const tourOfAll = demoId('tour', 'valladolid-colonial-cenotes')

/** Has tours visit the cenotes where they stop, as administration requires. */
export async function prepareTours(staff: Staff, { cenotes, tours }: Products): Promise<void> {
  for (const id of tours) {
    const { product } = await staff.ask(
      'query ($id: ID!) { product: tour(id: $id) { version cenotes { id } stops { cenoteId } } }',
      {
        id,
      },
    )
    const visited: string[] = [
      ...product.cenotes.map((cenote: Json) => cenote.id),
      ...product.stops.map((stop: Json) => stop.cenoteId),
    ]
    const cenoteIds = [...new Set([...visited, ...(id === tourOfAll ? cenotes : [])])]
    await staff.change('updateTour', { id, version: product.version, cenoteIds }, '{ version }')
  }
}

/** Changes of the catalog by the operator’s staff. New products are added to the lists. */
export function catalogWrites(staff: Staff, { cenotes, tours }: Products, days: CalendarDays): Writes {
  const { chance } = staff
  const offSale: { readonly type: 'cenote' | 'tour'; readonly id: string }[] = []
  const amenityIds = ['parking', 'life-jackets', 'restaurant']

  const stored = async (type: 'cenote' | 'tour', id: string): Promise<Json> =>
    (await staff.ask(`query ($id: ID!) { product: ${type}(id: $id) { version isActive stored } }`, { id }))?.product

  const changeOf =
    (
      type: 'cenote' | 'tour',
      mutation: string,
      change: (form: Json) => object,
      ids = type === 'tour' ? tours : cenotes,
    ) =>
    async (): Promise<boolean> => {
      const id = chance.pick(ids)
      const product = await stored(type, id)
      if (!product) return false
      const input = { id, version: product.version, ...change(product.stored) }
      return (await staff.change(mutation, input, '{ version }')) !== undefined
    }
  const cenote = (change: (form: Json) => object) => changeOf('cenote', 'updateCenote', change)
  const tour = (change: (form: Json) => object) => changeOf('tour', 'updateTour', change)
  const schedule = (change: (form: Json) => object) => changeOf('cenote', 'updateCenoteSchedule', change)
  const departures = (change: (form: Json) => object) => changeOf('tour', 'updateTourDepartures', change)

  const takeOffSale =
    (type: 'cenote' | 'tour', mutation: string, ids: readonly string[]) => async (): Promise<boolean> => {
      const id = chance.pick(ids)
      const product = await stored(type, id)
      if (!product?.isActive) return false
      const input = { id, version: product.version, reservations: chance.pick(['KEEP', 'CANCEL']) }
      const result = await staff.change(mutation, input, '{ version }')
      if (result) offSale.push({ type, id })
      return result !== undefined
    }
  const publish = async ({ type, id }: (typeof offSale)[number]): Promise<boolean> => {
    const product = await stored(type, id)
    if (!product) return false
    const mutation = type === 'cenote' ? 'publishCenote' : 'publishTour'
    return (await staff.change(mutation, { id, version: product.version }, '{ version }')) !== undefined
  }
  const create =
    (type: 'cenote' | 'tour', ids: string[], inputOf: (slug: string) => object) => async (): Promise<boolean> => {
      const mutation = type === 'cenote' ? 'createCenote' : 'createTour'
      const made = await staff.change(mutation, inputOf(`mirror-${randomUUID()}`), '{ id }')
      if (!made) return false
      ids.push(made.id)
      // Some in their first second, some later.
      if (chance.often(0.5)) await publish({ type, id: made.id })
      else offSale.push({ type, id: made.id })
      return true
    }
  const someCenotes = (): string[] => [...new Set([chance.pick(cenotes), chance.pick(cenotes)])]
  const someDay = (): string =>
    new Date(
      Date.parse(days.from) + chance.below(1 + (Date.parse(days.to) - Date.parse(days.from)) / 86_400_000) * 86_400_000,
    )
      .toISOString()
      .slice(0, 10)

  return {
    'rename a cenote': cenote(() => ({ name: staff.texts('Cenote') })),
    'describe a cenote': cenote(({ location }) => ({
      description: staff.texts('A pool'),
      longDescription: staff.texts('A long text'),
      location: { ...location, address: staff.texts('Kilometre').en },
    })),
    'change guidance of a cenote': cenote(() => ({
      guidelines: { beforeVisit: lists(staff), duringVisit: lists(staff), safety: lists(staff) },
    })),
    'feature a cenote': cenote(() => ({ featured: chance.often(0.5), verifiedAt: new Date().toISOString() })),
    'price a cenote': cenote(({ pricing }) => ({ pricing: { ...pricing, adultCents: staff.number(100, 400) * 100 } })),
    'say what a cenote includes': cenote(({ pricing }) => ({ pricing: { ...pricing, includes: lists(staff) } })),
    'change the cutoff of a cenote': cenote(() => ({ bookingCutoffMinutes: staff.number(1, 48) * 30 })),
    'change amenities of a cenote': cenote(() => ({
      amenities: amenityIds.slice(0, staff.number(1, 3)).map((id) => ({ id, costCents: staff.number(0, 50) * 100 })),
    })),
    'change meeting points of a cenote': cenote(({ meetingPoints = [] }) => ({
      meetingPoints: [
        ...meetingPoints.slice(0, 2),
        meetingPointInput(`Gate ${staff.number(1, 3)}`, { priceCents: staff.number(1, 90) * 100 }),
      ],
    })),
    'change the hours of a cenote': schedule(({ schedule: hours }) => ({
      schedule: { ...hours, closeTime: chance.pick(['15:00', '16:00', '17:00', '18:00']) },
    })),
    'change the capacity of a cenote': schedule(() => ({
      capacity: { daily: staff.number(28, 60), hourly: staff.number(9, 14) },
    })),
    'rename a tour': tour(() => ({ name: staff.texts('Tour') })),
    'describe a tour': tour(() => ({
      description: staff.texts('Two pools'),
      durationMinutes: staff.number(10, 40) * 10,
    })),
    'price a tour': tour(({ pricing }) => ({ pricing: { ...pricing, adultCents: staff.number(500, 2_000) * 100 } })),
    'say what a tour includes': tour(({ pricing }) => ({ pricing: { ...pricing, includes: lists(staff) } })),
    'change cenotes of a tour': changeOf(
      'tour',
      'updateTour',
      ({ cenoteIds = [] }) => ({ cenoteIds: [...new Set([...cenoteIds, chance.pick(cenotes)])].slice(-5) }),
      [demoId('tour', 'calakmul-miguel-colorado')],
    ),
    'change a departure': departures(({ departures: { times, exceptions = [] } }) => {
      const change = {
        date: someDay(),
        startTime: times[0].startTime,
        ...(chance.often(0.4) ? { cancelled: true } : { capacity: staff.number(3, 12) }),
      }
      const others = exceptions.filter(
        ({ date, startTime }: Json) => date !== change.date || startTime !== change.startTime,
      )
      return { exceptions: [...others, change], reservations: 'KEEP' }
    }),
    'change departures': departures(({ departures: { times } }) => ({
      times: times.map((time: Json) => ({ ...time, capacity: staff.number(6, 12) })),
      reservations: 'KEEP',
    })),
    'change the smallest party of a tour': departures(() => ({
      minParty: staff.number(1, 2),
      bookingCutoffMinutes: staff.number(1, 48) * 30,
    })),
    'change stops of a tour': changeOf(
      'tour',
      'updateTourDepartures',
      ({ cenoteIds }) => ({
        // The second one on the day after the departure.
        stops: [60, 1_440].map((offsetMinutes) => ({
          cenoteId: chance.pick(cenoteIds),
          offsetMinutes,
          takesPlaces: true,
        })),
      }),
      [tourOfAll],
    ),
    'take a cenote off sale': takeOffSale('cenote', 'deactivateCenote', cenotes),
    'take a tour off sale': takeOffSale('tour', 'deactivateTour', tours),
    'put on sale': async () => {
      const product = offSale.shift()
      return product !== undefined && publish(product)
    },
    'create a cenote': create('cenote', cenotes, (slug) => cenoteInput(slug, { amenities: [{ id: 'parking' }] })),
    'create a tour': create('tour', tours, (slug) => tourInput(slug, someCenotes())),
    'rename an amenity': async () => {
      const id = chance.pick(amenityIds)
      const read = await staff.ask('{ amenityKinds(first: 100) { nodes { id version } } }')
      const version = read?.amenityKinds.nodes.find((kind: Json) => kind.id === id)?.version
      const result =
        version && (await staff.change('updateAmenity', { id, version, name: staff.texts('Amenity') }, '{ version }'))
      return Boolean(result)
    },
    'hide or show a review': async () =>
      (await staff.change(
        'setReviewVisibility',
        { id: demoId('review', 'gran-cenote/0'), isVisible: chance.often(0.5) },
        '{ id }',
      )) !== undefined,
  }
}

const lists = (staff: Staff): { en: string[]; es: string[] } => {
  const { en, es } = staff.texts('Item')
  return { en: [en], es: [es] }
}
