import { describe, expect, it } from '@jest/globals'
import type { Reservation } from '../reservation.ts'
import { createOwnPictures } from '../../../../platform/pictures/own-pictures.ts'
import { extraTexts, includedTexts, refundUntil, shownPicture } from './guest-facts.ts'
import type { ProductFacts } from './product-facts.ts'

const service = (name: string, included: boolean): Reservation['services'][number] => ({
  id: name,
  name: { en: name, es: `${name} (es)` },
  type: 'guide',
  quantity: 1,
  pickup: null,
  priceCents: included ? 0 : 10_000,
  durationMinutes: null,
  included,
})
const services = [service('Life vest', true), service('Locker', true), service('Guide', false)]
const product = { includes: ['Entrance', 'life vest'] } as unknown as ProductFacts

describe('what a guest reads about refunds', () => {
  const until = (refundCeiling: number) =>
    refundUntil({ visitAt: new Date('2026-12-05T15:00:00Z'), timezone: 'America/Cancun', refundCeiling }, 'en')

  it('names the share that held when the visit was moved, and no full refund then', () => {
    const { full, ...partial } = until(1)
    expect([full, partial.partialPercentage]).toEqual([expect.stringContaining('3'), 50])
    expect(until(0.5)).toEqual({ ...partial, full: null })
    expect(until(0)).toEqual({ ...partial, full: null, partialPercentage: 0 })
  })
})

describe('what a guest sees of a product', () => {
  const publicUrl = 'https://partners.example.com'
  const store = { read: async () => undefined, write: async () => undefined }
  const context = { services: { pictures: createOwnPictures({ publicUrl, store, demoFolder: '' }) } }
  const image = (url: string): ProductFacts['images'][number] => ({ url, alt: 'The pool' })
  const foreign = image('https://tracker.example/pixel.gif')

  it('is its first picture that is of no other host, in the width of a page', () => {
    const uploaded = `${publicUrl}/images/${'a'.repeat(40)}`
    expect(shownPicture({ images: [foreign, image(`${uploaded}-1600.jpg`)] }, context)).toEqual({
      address: `${uploaded}-800.jpg`,
      alt: 'The pool',
    })
    expect(shownPicture({ images: [foreign] }, context)).toBeNull()
  })
})

describe('what a guest reads about services', () => {
  it('names as extras only what was booked besides the visit', () => {
    expect(extraTexts({ services }, 'en')).toEqual(['Guide'])
    expect(extraTexts({ services }, 'es')).toEqual(['Guide (es)'])
  })

  it('names what is included once', () => {
    expect(includedTexts({ services }, product, 'en')).toEqual(['Entrance', 'life vest', 'Locker'])
  })
})
