import { describe, expect, it } from '@jest/globals'
import type { Identity } from '../../../../platform/trust/identity.ts'
import type { TourTerms, Upstream } from '../../upstream/index.ts'
import type { Transport } from '../reservation.ts'
import { productFacts } from './product-facts.ts'

const meetingPoint = (id: string) => ({
  id,
  type: 'MEETING_POINT',
  isActive: true,
  address: `Address of ${id}`,
  latitude: 20,
  longitude: -87,
  directions: `Way to ${id}`,
})
const tour = {
  name: 'Classic Cenotes',
  images: [],
  includes: [],
  meetingPoints: [meetingPoint('station'), meetingPoint('square')],
  cenotes: [],
} as unknown as TourTerms
const upstream = { tour: () => Promise.resolve(tour) } as unknown as Upstream

const locationWith = async (transport: object | null) => {
  const reservation = { productId: 'id', productType: 'tour', transport: transport as Transport | null } as const
  return (await productFacts(reservation, upstream, {} as Identity)).location
}

describe('where the guest of a tour goes', () => {
  it('is its first meeting point, or the one of the party', async () => {
    const first = { address: 'Address of station', directions: 'Way to station' }
    expect(await locationWith(null)).toMatchObject(first)
    const named = { option: 'meeting_point', meetingPoint: { id: 'square' }, pickup: null }
    expect(await locationWith(named)).toMatchObject({ address: 'Address of square', directions: 'Way to square' })
    expect(await locationWith({ ...named, meetingPoint: { id: 'gone' } })).toMatchObject(first)
  })

  it('has no directions for who is picked up', async () => {
    const pickup = { latitude: 20.6, longitude: -87, hotel: 'Hotel Azul' }
    const transport = { option: 'hotel_pickup', meetingPoint: null, pickup }
    expect(await locationWith(transport)).toMatchObject({ address: 'Address of station', directions: null })
  })
})
