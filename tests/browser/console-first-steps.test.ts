import { afterAll, beforeAll, expect } from '@jest/globals'
import { runKeys } from '../../cli/keys/keys.ts'
import { openAccessRepository } from '../../gateway/database/repository.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { cenoteInput } from '../testkit/catalog-forms.ts'
import { openConsole } from '../testkit/console.ts'
import { testServerUrl } from '../testkit/database.ts'
import { operator } from '../testkit/operator.ts'
import { startTestProduct, type TestProduct } from '../testkit/product.ts'

let product: TestProduct
let browser: TestBrowser
let apiKey = ''
beforeAll(async () => {
  product = await startTestProduct({ DEMO_DATA: 'false' })
  browser = await TestBrowser.open(product.url)
  const repository = await openAccessRepository(testServerUrl(), product.database('access'))
  try {
    await runKeys(
      ['create', '--operator', '--environment', 'live'],
      (text) => (apiKey = /pk_live_\S+/.exec(text)?.[0] ?? apiKey),
      (work) => work(repository),
    )
  } finally {
    await repository.close()
  }
})
afterAll(async () => {
  await browser?.close()
  await product.close()
})

withBrowser.describe('the first steps of the console', () => {
  withBrowser.it('lead through product, prices, partner and key, and are gone when all of them are there', async () => {
    const { page, faults, close } = await openConsole(browser, apiKey, '/today')
    const steps = page.getByRole('region', { name: 'First steps' })
    const done = (name: string) => steps.getByRole('listitem').filter({ hasText: `✓ ${name}` })
    await steps.getByRole('link', { name: 'Add a cenote or a tour' }).waitFor()
    expect(await steps.getByRole('link').count()).toBe(4)

    await steps.getByRole('link', { name: 'Add a cenote or a tour' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).waitFor()
    const { ask } = operator(product.url, apiKey)
    const { createCenote } = await ask(
      'mutation ($input: CreateCenoteInput!) { createCenote(input: $input) { id version } }',
      { input: cenoteInput('first') },
    )
    await done('Add a cenote or a tour').waitFor()
    // It is not on sale yet.
    expect(await steps.locator('[aria-current=step]').textContent()).toContain('Check the prices, and publish it')
    await steps.getByRole('link', { name: 'Check the prices, and publish it' }).click()
    await page.getByRole('heading', { name: 'Exchange rates' }).waitFor()
    await ask('mutation ($input: PublishCenoteInput!) { publishCenote(input: $input) { id } }', { input: createCenote })
    await done('Check the prices, and publish it').waitFor()

    await steps.getByRole('link', { name: 'Add a partner' }).click()
    await page.getByLabel('Name *', { exact: true }).fill('Blue Tours')
    await page.getByRole('button', { name: 'Add a partner' }).click()
    await page.getByText('Keys of Blue Tours').waitFor()
    await done('Add a partner').waitFor()
    await page.getByRole('button', { name: 'Español' }).click()
    const inSpanish = page.getByRole('region', { name: 'Primeros pasos' })
    await inSpanish.getByText('✓ Agregar un socio').waitFor()
    await inSpanish.getByRole('link', { name: 'Crear una clave para el socio' }).click()
    await page.getByRole('link', { name: 'Blue Tours' }).click()
    await page.getByText('Crear una clave', { exact: true }).first().click()
    await page.getByLabel('catalog:read').check()
    await page.getByRole('button', { name: 'Crear una clave', exact: true }).click()
    await page.getByTestId('secret').waitFor()
    await inSpanish.waitFor({ state: 'detached' })
    expect(faults).toEqual(noFaults)
    await close()
  })
})
