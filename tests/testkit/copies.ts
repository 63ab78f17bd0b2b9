/** Copies of cenotes and tours of the demo data, for files that change what a shared product sells (product.ts). */
import { randomUUID } from 'node:crypto'
import { demoId } from '../../platform/values/demo-id.ts'
import { operator } from './operator.ts'
import type { Json } from './product.ts'

const uniqueSlug = (slug: string): string => `${slug}-${randomUUID().slice(0, 8)}`

/** A stored form as the input of a creation, whose meeting points are new ones. */
const formOf = ({ meetingPoints, slug, ...form }: Json, changes: object): Json => ({
  ...form,
  slug: uniqueSlug(slug),
  meetingPoints: meetingPoints.map(({ id: _id, ...point }: Json) => point),
  ...changes,
})

async function copyById(url: string, id: string, changes: object): Promise<string> {
  const { ask } = operator(url)
  const { cenote } = await ask('query ($id: ID!) { cenote(id: $id) { stored } }', { id })
  const { made } = await ask('mutation ($input: CreateCenoteInput!) { made: createCenote(input: $input) { id } }', {
    input: formOf(cenote.stored, changes),
  })
  await ask('mutation ($input: PublishCenoteInput!) { publishCenote(input: $input) { version } }', {
    input: { id: made.id, version: 1 },
  })
  return made.id
}

/** Puts a copy of a cenote on sale, with version 2 and without services and prices of its own; returns its id. */
export const copyCenote = (url: string, slug: string, changes: object = {}): Promise<string> =>
  copyById(url, demoId('cenote', slug), changes)

/** Gives a copy of a cenote the services of the original. */
export async function copyServices(url: string, slug: string, copy: string): Promise<void> {
  const { ask } = operator(url)
  const { cenoteServices } = await ask(
    'query ($filter: CenoteServiceFilter) { cenoteServices(filter: $filter, first: 100) { nodes { stored } } }',
    { filter: { cenoteId: demoId('cenote', slug) } },
  )
  for (const { stored } of cenoteServices.nodes)
    await ask('mutation ($input: CreateCenoteServiceInput!) { createCenoteService(input: $input) { id } }', {
      input: { ...stored, cenoteId: copy },
    })
}

/** A tour that no other test file uses. */
export interface TourCopy {
  readonly id: string
  /** The cenotes whose places it takes, in the order of its stops. */
  readonly stops: readonly string[]
}

/**
 * Puts a copy of a tour on sale, with version 2, that visits copies of the cenotes of the original. It has no exceptions,
 * whose dates depend on the day on which the product was first started.
 */
export async function copyTour(url: string, slug: string, changes: object = {}): Promise<TourCopy> {
  const { ask } = operator(url)
  const { tour } = await ask('query ($id: ID!) { tour(id: $id) { stored } }', { id: demoId('tour', slug) })
  const copies = new Map<string, string>()
  for (const id of tour.stored.cenoteIds as string[]) copies.set(id, await copyById(url, id, {}))
  const copied = {
    cenoteIds: [...copies.values()],
    departures: { ...tour.stored.departures, exceptions: [] },
    stops: (tour.stored.stops ?? []).map((stop: Json) => ({ ...stop, cenoteId: copies.get(stop.cenoteId) })),
  }
  const { made } = await ask('mutation ($input: CreateTourInput!) { made: createTour(input: $input) { id } }', {
    input: formOf(tour.stored, { ...copied, ...changes }),
  })
  await ask('mutation ($input: PublishTourInput!) { publishTour(input: $input) { version } }', {
    input: { id: made.id, version: 1 },
  })
  const places = copied.stops.filter(({ takesPlaces }: Json) => takesPlaces)
  return { id: made.id, stops: places.map(({ cenoteId }: Json) => cenoteId) }
}
