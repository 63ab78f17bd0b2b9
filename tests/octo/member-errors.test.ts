import { beforeAll, expect, it } from '@jest/globals'
import { adults, reseller, sold, type Reseller } from '../testkit/octo.ts'
import { nextSaturday, sharedTestProduct } from '../testkit/product.ts'

let octo: Reseller
beforeAll(async () => {
  octo = reseller((await sharedTestProduct()).url)
})

it('an invalid e-mail address is named alike for the booking and for a person of it', async () => {
  const booking = { ...sold.cenote, availabilityId: '2026-12-05T10:00:00-06:00' }
  for (const emailAddress of ['not', 'ana@localhost', 'ana@-münchen.de', 'ana..n@example.com']) {
    const contact = { emailAddress }
    for (const [body, member] of [
      [{ ...booking, contact, unitItems: adults(1) }, 'contact.emailAddress'],
      [{ ...booking, unitItems: [{ unitId: 'ADULT', contact }] }, 'unitItems.0.contact.emailAddress'],
    ] as const)
      expect(await octo.complaint('POST', '/bookings', body)).toBe(
        `BAD_REQUEST: The request is not valid: ${member} (must be an e-mail address).`,
      )
  }
})

it('an e-mail address may have letters of every script, and a telephone number those marks it was copied with', async () => {
  const contact = { fullName: 'Ana', emailAddress: 'josé@münchen.de', phoneNumber: '\u200e+52\u00a0998 123 4567' }
  const booking = { ...sold.cenote, availabilityId: `${nextSaturday()}T10:00:00-06:00`, unitItems: adults(1), contact }
  const { status, body } = await octo.checked('POST', '/bookings', booking)
  expect([status, body.contact.phoneNumber]).toEqual([200, '+52 998 123 4567'])
})
