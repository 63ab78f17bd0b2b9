import { afterAll, beforeAll, expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { openConsole, pressAndConfirm } from '../testkit/console.ts'
import { eventually } from '../testkit/eventually.ts'
import { picture } from '../testkit/pictures.ts'
import { operator, operatorKeys } from '../testkit/operator.ts'
import { partner, startTestProduct, type TestProduct } from '../testkit/product.ts'

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

const open = (section: string) => openConsole(browser, operatorKeys.sandbox, `/operator/${section}`)

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
