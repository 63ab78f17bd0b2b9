import { beforeAll, expect, it } from '@jest/globals'
import { copyTour } from '../testkit/copies.ts'
import { adults, dayIn, reseller, type Reseller } from '../testkit/octo.ts'
import { operator } from '../testkit/operator.ts'
import { eventually } from '../testkit/eventually.ts'
import { productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let octo: Reseller
/** A copy of a tour that departs at 08:00 and 13:00. */
let productId: string
beforeAll(async () => {
  product = await productToChange()
  productId = (await copyTour(product.url, 'tulum-cenotes-classic')).id
  octo = reseller(product.url)
})

const startTimes = ({ options: [option] }: Json): string[] => option.availabilityLocalStartTimes

/** Makes these the exceptions of the tour. */
async function except(exceptions: Json[]): Promise<void> {
  const { ask } = operator(product.url)
  const { tour } = await ask('query ($id: ID!) { tour(id: $id) { version } }', { id: productId })
  await ask('mutation ($input: UpdateTourDeparturesInput!) { updateTourDepartures(input: $input) { id } }', {
    input: { id: productId, version: tour.version, exceptions },
  })
}

it('of a tour have those of extra departures, which can be booked', async () => {
  const localDate = dayIn(40)
  await except([
    { date: localDate, startTime: '10:30', capacity: 5 },
    { date: localDate, startTime: '13:00', cancelled: true },
    { date: localDate, startTime: '16:00', cancelled: true },
    { date: dayIn(-40), startTime: '18:00', capacity: 5 },
  ])
  const times = ['08:00', '10:30', '13:00']
  await eventually(
    async () => startTimes(await octo.get(`/products/${productId}`)),
    (found) => found.includes('10:30'),
  )
  const listed = (await octo.get('/products')).find(({ id }: Json) => id === productId)
  expect([startTimes(await octo.get(`/products/${productId}`)), startTimes(listed)]).toEqual([times, times])
  const day = { productId, optionId: 'DEFAULT', localDate }
  const extra = (await octo.post('/availability', day)).find(({ id }: Json) => id.slice(11, 16) === '10:30')
  const booking = { productId, optionId: 'DEFAULT', availabilityId: extra.id, unitItems: adults(2) }
  expect(await octo.post('/bookings', booking)).toMatchObject({ status: 'ON_HOLD', availabilityId: extra.id })
})
