import { afterAll, beforeAll, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { cenoteInput } from '../testkit/catalog-forms.ts'
import { openConsole } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { startTestProduct, type TestProduct } from '../testkit/product.ts'

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

const openSection = (section: string) => openConsole(browser, operatorKeys.sandbox, `/operator/${section}`)
const group = (page: Page, name: RegExp) =>
  page.locator('details.group', { has: page.locator('summary', { hasText: name }) })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).first().click()
const saved = (page: Page) => page.getByText('Saved. This is what is stored now.').waitFor()

withBrowser.describe('the forms of the catalog in the console', () => {
  withBrowser.it('mark what is required, in the language of the reader, before anything is sent', async () => {
    const { page, faults, close } = await openSection('cenotes')
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
    const { page, faults, close } = await openSection('tours')
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
      const { page, faults, close } = await openSection('promotions')
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
