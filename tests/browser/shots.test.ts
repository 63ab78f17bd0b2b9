import { afterAll, beforeAll } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { TestBrowser, withBrowser } from '../testkit/browser.ts'
import { openConsole } from '../testkit/console.ts'
import { sql } from '../testkit/database.ts'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
const cenoteId = demoId('cenote', 'gran-cenote')
const date = nextSaturday()
const address = `/manifest?productType=cenote&productId=${cenoteId}&date=${date}&time=10%3A00`
let product: TestProduct
let browser: TestBrowser
beforeAll(async () => {
  product = await startTestProduct()
  browser = await TestBrowser.open(product.url)
  for (const [i, name] of ['Ana Núñez', 'Zoe Canul', 'Rita Pech', 'Bob', 'Carla Ek'].entries()) {
    const rest = partner(product.url, i === 2 ? keys.rival : keys.demo)
    const { body } = await rest.post('/api/partner/reservations', { cenoteId, visitDate: date, visitTime: '10:00', visitors: { adults: 2, children: i % 2 },
      guest: { name, email: 'ana@example.com', phone: '+52 998 123 4567' }, ...(i === 0 ? { specialRequests: 'Two wheelchairs, and a quiet corner for the grandmother' } : {}) })
    const { id } = body.data as Json
    if (i === 3) { await rest.post(`/api/partner/reservations/${id}/confirm`, { paymentId: 'x' }); await rest.post(`/api/partner/reservations/${id}/checkin`, {}) }
    if (i === 1) await sql(product.database('booking'), 'UPDATE sandbox.reservation SET transport = $2 WHERE id = $1', [id, JSON.stringify({ option: 'hotel_pickup', meetingPoint: null, minutesBefore: 90, pickup: { latitude: 20, longitude: -87, hotel: 'Hotel Azul', address: 'Calle 5', room: '12', notes: 'Back entrance' } })])
    if (i === 4) await sql(product.database('booking'), `UPDATE sandbox.reservation SET cenote_id = $2, product_type = 'tour', visit_time = '08:00', visit_at = visit_at - interval '2 hours', stops = $3, transport = $4 WHERE id = $1`, [id, demoId('tour', 'tulum-cenotes-classic'), JSON.stringify([{ cenoteId, date, time: '10:00' }]), JSON.stringify({ option: 'meeting_point', pickup: null, minutesBefore: 30, meetingPoint: { id: cenoteId, name: { en: 'Plaza', es: 'Plaza' }, address: 'Av. Tulum 1', latitude: 1, longitude: 1 } })])
  }
})
afterAll(async () => { await browser?.close(); await product.close() })
withBrowser.describe('shots', () => {
  withBrowser.it('are taken', async () => {
    const { page, close } = await openConsole(browser, operatorKeys.sandbox, address)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByText('Rita Pech').waitFor()
    await page.screenshot({ path: '/tmp/m-desk.png', fullPage: true })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: '/tmp/m-phone.png', fullPage: true })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('columnheader', { name: 'Recogida' }).waitFor()
    await page.getByText('Rita Pech').waitFor()
    await page.screenshot({ path: '/tmp/m-es.png', fullPage: true })
    await page.pdf({ path: '/tmp/m.pdf', preferCSSPageSize: true, format: 'A4' })
    await close()
    const today = await openConsole(browser, keys.demo, '/today')
    await today.page.getByLabel('Day').fill(date)
    await today.page.getByRole('row').filter({ hasText: 'Gran Cenote' }).first().waitFor()
    await today.page.setViewportSize({ width: 1280, height: 900 })
    await today.page.screenshot({ path: '/tmp/m-today.png' })
    await today.close()
  })
})
