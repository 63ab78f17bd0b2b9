import type { Identity } from '../../../../platform/trust/identity.ts'
import type { CatalogTerms, TourTerms, Upstream } from '../../upstream/index.ts'
import { cenoteMinutes, type ProductType, type Reservation } from '../reservation.ts'

/** The facts of a cenote or tour that a guest reads, in one language. */
export interface ProductFacts {
  readonly type: ProductType
  readonly name: string
  /** How long a party stays. */
  readonly durationMinutes: number
  /** Where the cenote is, or the tour begins. */
  readonly location: {
    readonly address: string
    readonly latitude: number
    readonly longitude: number
    readonly directions: string | null
  }
  readonly meetingPoints: readonly { readonly id: string; readonly directions?: string | null }[]
  readonly images: CatalogTerms['images']
  readonly contact: CatalogTerms['contact']
  /** Items that the price includes. */
  readonly includes: readonly string[]
  readonly preparations: readonly string[]
}

/** Reads the facts of a reservation's product for its guest, in the language of an identity. */
export async function productFacts(
  { productId, productType, transport }: Pick<Reservation, 'productId' | 'productType' | 'transport'>,
  upstream: Pick<Upstream, 'cenote' | 'tour'>,
  identity: Identity,
): Promise<ProductFacts> {
  if (productType === 'tour') return factsOfTour(await upstream.tour(productId, identity), transport)
  const { name, location, meetingPoints, images, contact, pricing, guidelines } = await upstream.cenote(
    productId,
    identity,
  )
  return {
    type: 'cenote',
    name,
    durationMinutes: cenoteMinutes,
    location: { ...location, directions: location.directions ?? null },
    meetingPoints,
    images,
    contact,
    includes: pricing.includes,
    preparations: guidelines?.beforeVisit ?? [],
  }
}

/**
 * A tour begins at the meeting point of its party, else at its first one, and without any at the first cenote that it
 * visits. Who is picked up needs no directions to it.
 */
function factsOfTour(
  { name, durationMinutes, images, includes, meetingPoints, cenotes }: TourTerms,
  transport: Reservation['transport'],
): ProductFacts {
  const [cenote] = cenotes
  const meetingPoint =
    meetingPoints.find(({ id }) => id === transport?.meetingPoint?.id) ??
    meetingPoints.find(({ type, isActive }) => type === 'MEETING_POINT' && isActive)
  const location = meetingPoint ?? cenote?.location
  if (!location) throw new Error(`The tour ${name} visits no cenote`)
  const { address, latitude, longitude, directions } = location
  return {
    type: 'tour',
    name,
    durationMinutes,
    location: { address, latitude, longitude, directions: transport?.pickup ? null : (directions ?? null) },
    meetingPoints,
    images,
    contact: cenote?.contact ?? null,
    includes,
    preparations: [],
  }
}
