import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectAccessible } from '../testkit/accessibility.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { cenoteInput } from '../testkit/catalog-forms.ts'
import { pressAndConfirm, reopenConsole } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { visitDay } from '../testkit/moves.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { picture } from '../testkit/pictures.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { classic, tourSeller } from '../testkit/tours.ts'

let product: TestProduct
let browser: TestBrowser
beforeAll(async () => {
  product = await startTestProduct()
  browser = await TestBrowser.open(product.url)
})
afterAll(async () => {
  await browser?.close()
  await product.close()
})

const open = (section: string) => reopenConsole(browser, operatorKeys.sandbox, `/operator/${section}`)

const date = visitDay(20)
/** The departures of the tour on the date. */
const departures = async (): Promise<Json[]> => {
  const { body } = await partner(product.url).get(`/booking/tours/${classic}/availability?startDate=${date}`)
  return body.data.availability[0].timeSlots
}

withBrowser.describe('the departures of a tour in the console', () => {
  withBrowser.it('are changed by an operator, who decides what becomes of reservations', async () => {
    const seller = tourSeller(product, keys.demo)
    const made = await seller.reserve({ tourId: classic, visitDate: date, visitTime: '13:00' })
    const { page, faults, close } = await open('tours')
    await page.getByRole('button', { name: 'Classic Cenotes of Tulum' }).click()
    const exceptions = page.locator('summary', { hasText: /^Exceptions/ })
    const form = page.locator('form').filter({ has: exceptions })
    await exceptions.click()
    await form.getByRole('button', { name: 'Add: Exceptions' }).click()
    const exception = form.getByRole('group', { name: /^Exceptions \d+$/ }).last()
    await exception.getByLabel('Date').fill(date)
    await exception.getByLabel('Start time').fill('13:00')
    await exception.getByLabel('Cancelled').selectOption('Yes')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.locator('.affected').getByText('Existing reservations: 1, for 2 people.').waitFor()
    await form.getByText(made.bookingReference).waitFor()
    if (process.env['PICTURES'] !== undefined)
      await page.screenshot({ path: `${process.env['PICTURES']}/departures.png`, fullPage: true })
    expect((await departures()).map(({ time }) => time)).toContain('13:00')
    await form.getByRole('button', { name: 'Keep reservations' }).click()
    await page.getByText('Saved. This is what is stored now.').waitFor()
    await page.getByRole('link', { name: 'See what becomes of the reservations' }).click()
    await page.getByRole('heading', { name: 'Disruptions' }).waitFor()
    await page.getByText(made.bookingReference).waitFor()
    const cancelled = (await departures()).find(({ time }) => time === '13:00')
    expect(cancelled).toMatchObject({ available: false, reason: 'departure_cancelled' })
    expect(await seller.read(made.id)).toMatchObject({ status: 'pending' })
    expect(faults).toEqual(noFaults)
    await close()
  })
})

withBrowser.describe('the page Operator of the console', () => {
  withBrowser.it('shows the health, the queues and when each job ran', async () => {
    const { page, faults, close } = await open('health')
    await page.getByText('Operational', { exact: true }).nth(3).waitFor()
    await page.getByRole('link', { name: 'Jobs and queues' }).click()
    await page.getByRole('row', { name: /Webhook deliveries/ }).waitFor()
    const job = page.getByRole('row').filter({ hasText: 'ending holds' })
    await job.getByText('1 s', { exact: true }).waitFor()
    await job.getByText(/\d ms/).waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('adds a partner with a key, and changes its plan and limits', async () => {
    const { page, faults, close } = await open('partners')
    await page.getByLabel('Name *', { exact: true }).fill('Aventura Maya')
    await page.getByRole('button', { name: 'Add a partner' }).click()
    await page.getByText('Keys of Aventura Maya').waitFor()
    await page.getByText('Create a key').first().click()
    await page.getByLabel('catalog:read').check()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const made = (await page.getByTestId('secret').textContent()) ?? ''
    const verified = await partner(product.url, made).get('/api/auth/verify')
    expect(verified.body.data.partner.name).toBe('Aventura Maya')

    await page.getByLabel('Plan of all keys').selectOption('Pro')
    await page.getByLabel(/Requests in a minute/).fill('321')
    await page.getByRole('button', { name: 'Set the plan' }).click()
    await page.getByRole('row').filter({ hasText: '321' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Changed' }).getByText('321', { exact: true }).waitFor()
    await page.getByRole('row').filter({ hasText: '321' }).getByRole('button', { name: 'Changes' }).click()
    const ofKey = page.locator('section', { has: page.getByRole('heading', { name: /^Changes of the key/ }) }).last()
    await ofKey.getByRole('listitem').first().waitFor()
    expect(await ofKey.textContent()).not.toMatch(/[{}"]/)
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('changes rates, and pauses a coupon that shows its use', async () => {
    const { page, faults, close } = await open('charges')
    const rate = page.getByLabel(/One MXN buys USD/)
    await rate.fill('six')
    await page.locator('form', { has: rate }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be a number, such as 12.50.').waitFor()
    await rate.fill('0.06')
    const rates = page.locator('section', { has: page.getByRole('heading', { name: 'Exchange rates' }) })
    expect(await rates.getByLabel(/buys MXN/).count()).toBe(0)
    await rates.getByRole('button', { name: 'Save' }).click()
    const record = rates.getByRole('listitem')
    await record.filter({ hasText: 'Changed' }).getByText(/0\.06/).waitFor()
    await page.getByRole('link', { name: 'Coupons' }).click()
    await page.getByRole('row').filter({ hasText: 'SOLDOUT' }).getByText('5 of 5').waitFor()
    const coupon = page.getByRole('row').filter({ hasText: 'CENOTE10' })
    await pressAndConfirm(page, coupon.getByRole('button', { name: 'Switch off' }))
    await coupon.getByText('Inactive', { exact: true }).waitFor()
    const { exchangeRates, coupons } = await operator(product.url).ask(
      '{ exchangeRates { rates { currency rate } } coupons(filter: { code: "CENOTE10" }) { nodes { isActive } } }',
    )
    expect(exchangeRates.rates).toContainEqual({ currency: 'USD', rate: 0.06 })
    expect(coupons.nodes).toEqual([{ isActive: false }])
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('changes a cenote, shows what was changed, and what another changed meanwhile', async () => {
    const { page, faults, close } = await open('cenotes')
    await page.getByLabel('Name contains').fill('Dos Ojos')
    await page.getByRole('button', { name: 'Dos Ojos' }).click()
    await page.getByRole('heading', { name: /Dos Ojos/ }).waitFor()
    await page.getByLabel('Adult (MXN) *').fill('410.00')
    await page.getByRole('button', { name: 'Save' }).first().click()
    const record = page.getByRole('listitem').filter({ hasText: 'Changed' })
    await record.getByText(/410\.00/).waitFor()
    await page.getByText('Version 2').waitFor()
    const id = demoId('cenote', 'dos-ojos')
    const { cenote } = await operator(product.url).ask('query ($id: ID!) { cenote(id: $id) { stored } }', { id })
    expect(cenote.stored.pricing.adultCents).toBe(41_000)

    await operator(product.url).ask('mutation ($input: UpdateCenoteInput!) { updateCenote(input: $input) { id } }', {
      input: { id, version: 2, featured: false },
    })
    await page.getByLabel('Slug').fill('dos-ojos-tulum')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('It has changed since it was read.').waitFor()
    await page.getByRole('button', { name: 'Refresh' }).click()
    // It would empty the form.
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByText('Version 3').waitFor()
    await pressAndConfirm(page, page.getByRole('button', { name: 'Take off sale' }))
    await page.getByText('Not on sale', { exact: true }).waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('uploads a picture into the images of a cenote, and says what cannot be one', async () => {
    const { page, faults, close } = await open('cenotes')
    await page.getByLabel('Name contains').fill('Gran Cenote')
    await page.getByRole('button', { name: 'Gran Cenote' }).click()
    await page.getByRole('heading', { name: /Gran Cenote/ }).waitFor()
    const group = page
      .locator('details.group', { has: page.locator('summary', { hasText: /^Images \(\d+\)$/ }) })
      .first()
    await group.locator('summary').first().click()
    const before = await group.locator('fieldset').count()
    const upload = group.getByLabel('Upload pictures')
    await upload.setInputFiles({ name: 'pool.png', mimeType: 'image/png', buffer: await picture({ format: 'png' }) })
    const added = group.locator('fieldset').nth(before)
    await added.waitFor()
    const url = await added
      .getByLabel(/URL|address/i)
      .first()
      .inputValue()
    expect(url).toMatch(/\/images\/[0-9a-f]{40}-900\.jpg$/)
    expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg')
    await upload.setInputFiles({ name: 'pool.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await group.getByText(/missing or not valid/).waitFor()
    await added.getByLabel('English').fill('The pool')
    await added.getByLabel('Spanish').fill('La poza')
    await page.getByRole('button', { name: 'Save' }).first().click()
    const id = demoId('cenote', 'gran-cenote')
    await eventually(async () => {
      const { cenote } = await operator(product.url).ask('query ($id: ID!) { cenote(id: $id) { images { url } } }', {
        id,
      })
      return cenote.images.at(-1).url as string
    }, url)
    expect(faults.policyViolations).toEqual([])
    await close()
  })

  withBrowser.it('adds a promotion, with field errors next to their fields', async () => {
    const { page, faults, close } = await open('promotions')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Slug').fill('winter')
    await page.getByLabel('English').fill('Winter')
    await page.getByLabel('Promotion type').fill('seasonal')
    await page.getByLabel('Start date').fill('2027-02-01T00:00')
    await page.getByLabel('End date').fill('2027-01-01T00:00')
    await page.getByLabel('Spanish').fill('x'.repeat(300))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Something here is missing or not valid.').waitFor()
    const name = page.getByLabel('Spanish')
    const described = await name.getAttribute('aria-describedby')
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator(`[id="${described?.split(' ').at(-1)}"]`).textContent()).toContain('200')
    await name.fill('Invierno')
    await page.getByLabel('End date').fill('2027-03-01T00:00')
    await page.getByLabel('Status').selectOption('Paused')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. This is what is stored now.').waitFor()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await page.getByRole('row').filter({ hasText: 'winter' }).waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })
})

const group = (page: Page, name: RegExp) =>
  page.locator('details.group', { has: page.locator('summary', { hasText: name }) })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).first().click()
const saved = (page: Page) => page.getByText('Saved. This is what is stored now.').waitFor()

withBrowser.describe('the forms of the catalog in the console', () => {
  withBrowser.it('mark what is required, in the language of the reader, before anything is sent', async () => {
    const { page, faults, close } = await open('cenotes')
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('button', { name: 'Agregar', exact: true }).click()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText(/campos faltan o no son válidos/).waitFor()
    const slug = page.getByLabel('Nombre en direcciones *')
    await eventually(async () => page.evaluate('document.activeElement.id'), await slug.getAttribute('id'))
    const note = (await slug.getAttribute('aria-describedby'))?.split(' ').at(-1)
    expect(await page.locator(`[id="${note}"]`).textContent()).toBe('Es obligatorio.')
    const price = page.getByLabel('Precio de un adulto (MXN) *')
    await price.fill('doce')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Debe ser un número, como 12.50.').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Miércoles' }).count()).toBe(1)
    const units = page.getByLabel('Unidad *').first()
    expect(await units.locator('option').allTextContents()).toEqual(['Elegir', 'Metros', 'Pies'])
    expect(await page.getByLabel('Zona horaria *').locator('option').nth(2).textContent()).toBe('America/Cancun')
    expect(await page.locator('main').textContent()).not.toContain('Variable')
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('offer a cenote that was made a minute ago and is not on sale, and take pesos', async () => {
    const { createCenote } = await operator(product.url).ask(
      'mutation ($input: CreateCenoteInput!) { createCenote(input: $input) { id } }',
      { input: cenoteInput('recien-hecho', { name: { en: 'Just Made', es: 'Recién Hecho' } }) },
    )
    const { page, faults, close } = await open('tours')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Slug').fill('two-waters')
    await group(page, /^Name/).getByLabel('English').fill('Two Waters')
    await group(page, /^Name/).getByLabel('Spanish').fill('Dos Aguas')
    await group(page, /^Description/)
      .getByLabel('English')
      .fill('Two.')
    await group(page, /^Description/)
      .getByLabel('Spanish')
      .fill('Dos.')
    await page.getByLabel('Duration minutes').fill('90')
    await page.getByRole('combobox', { name: 'Add one' }).fill('just made')
    await page.getByRole('option', { name: 'Just Made' }).click()
    await page.getByRole('combobox', { name: 'Add one' }).fill('gran')
    await page.getByRole('option', { name: 'Gran Cenote' }).click()
    await page.getByLabel('Adult (MXN)').fill('1250.50')
    const departures = group(page, /^Departures/).first()
    await departures.locator('summary').first().click()
    await departures.getByRole('button', { name: 'Add: Times' }).click()
    await departures.getByRole('checkbox', { name: 'Friday' }).check()
    await departures.getByLabel('Start time').fill('09:30')
    await departures.getByLabel('Capacity').fill('10')
    await save(page)
    await saved(page)
    expect(await page.getByLabel('Adult (MXN)').inputValue()).toBe('1250.50')
    await page.getByRole('listitem').filter({ hasText: 'Just Made' }).waitFor()
    const { tours } = await operator(product.url).ask(
      '{ tours(filter: { isActive: false, search: "Two Waters" }) { nodes { stored } } }',
    )
    const [{ stored }] = tours.nodes
    expect(stored).toMatchObject({
      pricing: { adultCents: 125_050 },
      departures: { times: [{ weekdays: ['FRIDAY'], startTime: '09:30', capacity: 10 }] },
    })
    expect(stored.cenoteIds[0]).toBe(createCenote.id)
    expect(stored.cenoteIds).toHaveLength(2)

    await page.getByRole('button', { name: 'Remove Gran Cenote' }).click()
    await page.getByLabel('Adult (MXN)').fill('99.9')
    await save(page)
    await page.getByText('Version 2').waitFor()
    await page.getByText('$99.90 MXN', { exact: true }).last().waitFor()
    expect(await page.getByLabel('Adult (MXN)').inputValue()).toBe('99.90')
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it(
    'offer promotions that were just added, and amounts or percentages by the kind of discount',
    async () => {
      const { page, faults, close } = await open('promotions')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByLabel('Slug').fill('rain')
      await page.getByLabel('English').fill('Rain')
      await page.getByLabel('Spanish').fill('Lluvia')
      await page.getByLabel('Promotion type').fill('seasonal')
      await page.getByLabel('Start date').fill('2027-02-01T00:00')
      await page.getByLabel('End date').fill('2027-03-01T00:00')
      await save(page)
      await saved(page)
      await page.getByRole('link', { name: 'Discounts' }).click()
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByLabel('Slug').fill('rain-discount')
      for (const name of [/^Name/, /^Description/]) {
        await group(page, name).getByLabel('English').fill('Rain')
        await group(page, name).getByLabel('Spanish').fill('Lluvia')
      }
      await page.getByLabel('Discount type').selectOption('Fixed')
      await page.getByLabel('Applies to').selectOption('All')
      await page.getByLabel('Value').fill('75.50')
      await page.getByRole('combobox', { name: 'Promotion' }).fill('RAIN')
      await page.getByRole('option', { name: /Rain/ }).click()
      await save(page)
      await saved(page)
      expect(await page.getByLabel('Value').inputValue()).toBe('75.50')
      // The name of what is chosen is read after the form has been shown.
      const promotion = page.getByRole('combobox', { name: 'Promotion' })
      await eventually(async () => (await promotion.inputValue()).includes('Rain'), true)
      expect(faults).toEqual(noFaults)
      await close()
    },
  )
})
