import { afterAll, beforeAll, expect } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { TestBrowser, noFaults, withBrowser } from '../testkit/browser.ts'
import { openConsole, reopenConsole, showInConsole } from '../testkit/console.ts'
import { holdTwenty } from '../testkit/capacity.ts'
import { newPartner } from '../testkit/issue.ts'
import { nextSaturday, partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let browser: TestBrowser
let apiKey = ''
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  browser = await TestBrowser.open(product.url)
  apiKey = (await newPartner(product)).apiKey
  rest = partner(product.url, apiKey)
})
afterAll(() => browser?.close())

const openImport = () => reopenConsole(browser, apiKey, '/reservations/import')
const bookedCount = async (): Promise<number> =>
  (await rest.graphql('{ reservations(first: 1) { totalCount } }')).body.data.reservations.totalCount

const date = nextSaturday()
const lines = [
  'cenote,date,time,adults,children,name,email,phone',
  `gran-cenote,${date},10:00,2,1,"Núñez, Ana",ana@example.com,+52 998 123 4567`,
  `nowhere,${date},10:00,2,0,Ana,ana@example.com,+52 998 123 4567`,
  `gran-cenote,${date},25:00,two,0,Ana,ana@example.com,+52 998 123 4567`,
  `gran-cenote,${date},10:00,2`,
  `gran-cenote,${date},03:00,2,0,Ana,ana@example.com,+52 998 123 4567`,
  `gran-cenote,${date},11:00,1,0,=cmd|<b>x</b>,eva@example.com,+52 998 123 4567`,
  `gran-cenote,${date},10:00,1,0,"Ana`,
]

withBrowser.describe('the import of the console', () => {
  withBrowser.it('reports each wrong line, tries the others without booking, and books what is possible', async () => {
    const { page, faults, close } = await openImport()
    const file = { name: 'visits.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) }
    await page.getByLabel('CSV file').setInputFiles(file)
    const lineOf = (line: number) =>
      page.getByRole('row').filter({ has: page.getByText(String(line), { exact: true }) })
    await lineOf(3).getByText('There is no cenote nowhere.').waitFor()
    await lineOf(4).getByText('adults is not a whole number from 0.').waitFor()
    await lineOf(4).getByText('time is not a time, HH:MM.').waitFor()
    await lineOf(5).getByText('The line has 4 values instead of 8.').waitFor()
    await lineOf(8)
      .getByText(/A quotation mark is not closed; lines after it that were not read: 0\./)
      .waitFor()
    await page.getByRole('button', { name: 'Try it without booking' }).click()
    await page.getByText('2 would be booked, 5 would not.').waitFor()
    await lineOf(2)
      .getByText(/Would be booked: Gran Cenote/)
      .waitFor()
    await lineOf(6)
      .getByText(/is not available at this date and time/)
      .waitFor()
    expect(await bookedCount()).toBe(0)
    await page.getByRole('button', { name: 'Book 2 reservations' }).click()
    await page.getByText('2 booked, 5 not.').waitFor()
    await lineOf(7)
      .getByText(/Booked as CEN-/)
      .waitFor()
    expect(await bookedCount()).toBe(2)
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('reports no cenote as unknown when their names could not be read, and reads them again', async () => {
    const { page, close } = await openConsole(browser, apiKey)
    let isBroken = true
    await page.route('**/graphql', (route) =>
      isBroken && route.request().postData()?.includes('CenoteNames') ? route.abort() : route.fallback(),
    )
    await showInConsole(page, '/console/reservations/import')
    const text = [lines[0], lines[1]].join('\n')
    await page.getByLabel('CSV file').setInputFiles({ name: 'v.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor()
    expect(await page.getByText(/There is no cenote/).count()).toBe(0)
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Try it without booking' }).click()
    await page.getByText('1 would be booked, 0 would not.').waitFor()
    await close()
  })

  withBrowser.it('knows the cenotes of every page of their list', async () => {
    const { body } = await rest.graphql('{ cenotes(first: 100) { nodes { slug } } }')
    const slugs: string[] = body.data.cenotes.nodes.map(({ slug }: { slug: string }) => slug)
    expect(slugs.length).toBeGreaterThan(20)
    const { page, faults, close } = await openConsole(browser, apiKey)
    let pages = 0
    await page.route('**/graphql', (route) => {
      const request = route.request().postData() ?? ''
      if (!request.includes('CenoteNames')) return route.fallback()
      pages += 1
      return route.continue({ postData: request.replace(/first: ?100/, 'first: 10') })
    })
    await showInConsole(page, '/console/reservations/import')
    // One of each page; a table shows only the rows in view.
    const named = slugs.filter((_slug, index) => index % 10 === 0)
    const ofEach = named.map((slug) => (lines[1] ?? '').replace('gran-cenote', slug))
    const text = [lines[0], ...ofEach, lines[2]].join('\n')
    await page.getByLabel('CSV file').setInputFiles({ name: 'v.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByText('There is no cenote nowhere.').waitFor()
    expect(await page.getByText(/There is no cenote/).count()).toBe(1)
    expect(pages).toBe(Math.ceil(slugs.length / 10))
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('refuses a file whose columns it does not know', async () => {
    const { page, close } = await openImport()
    const file = { name: 'visits.csv', mimeType: 'text/csv', buffer: Buffer.from('cenote,wer\nx,y') }
    await page.getByLabel('CSV file').setInputFiles(file)
    await page.getByText('The column wer is unknown.').waitFor()
    await page.getByText('The column date is missing.').waitFor()
    expect(await page.getByRole('button', { name: 'Try it without booking' }).count()).toBe(0)
    await close()
  })

  withBrowser.it('reports every kind of wrong line, whatever the line ends and what the file begins with', async () => {
    await holdTwenty(product.database('booking'), demoId('cenote', 'gran-cenote'), date, '12:00')
    const { status } = await rest.post('/api/partner/reservations', {
      ...{
        cenoteId: demoId('cenote', 'gran-cenote'),
        visitDate: date,
        visitTime: '12:00',
        visitors: { adults: 20, children: 0 },
      },
      guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
    })
    expect(status).toBe(201)
    const { page, faults, close } = await openImport()
    const good = `gran-cenote,${date},10:00,2,Ana,ana@example.com,+52 998 123 4567`
    const wrong: readonly (readonly [line: string, problem: RegExp])[] = [
      [`${good},more`, /has 8 values instead of 7/],
      [good.replace('Ana', ''), /name is missing/],
      [good.replace(date, '2026-02-30'), /date is not a date/],
      [good.replace('gran-cenote', 'nowhere'), /There is no cenote nowhere/],
      [good.replace('10:00', '24:00'), /time is not a time/],
      [good.replace(',2,', ',-2,'), /adults is not a whole number/],
      [good.replace('Ana', 'x'.repeat(201)), /name has more than 200 characters/],
      [good.replace('Ana', 'A"na'), /quotation mark stands in the middle/],
      [good.replace(date, '2020-01-04'), /is not available at this date and time/],
      [good.replace('10:00', '12:00'), /is not available at this date and time/],
      [good.replace('ana@example.com', 'ana@'), /email is no e-mail address/],
      [good.replace('+52 998 123 4567', 'call me'), /Telephone: /],
      [good.replace('Ana', '"Ana'), /is not closed/],
    ]
    const head = 'cenote,date,time,adults,name,email,phone'
    // Empty lines count as lines, and are no reservations.
    const text = `\uFEFF${[head, ...wrong.flatMap(([line]) => ['', line])].join('\r\n')}`
    await page.getByLabel('CSV file').setInputFiles({ name: 'v.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('button', { name: 'Try it without booking' }).click()
    await page.getByText('0 would be booked, 13 would not.').waitFor()
    for (const [index, [line, problem]] of wrong.entries()) {
      const row = page.getByRole('row').filter({ has: page.getByText(String(3 + 2 * index), { exact: true }) })
      expect([line, await row.textContent()]).toEqual([line, expect.stringMatching(problem)])
    }
    expect(faults).toEqual(noFaults)
    await close()
  })

  withBrowser.it('refuses a file that is too long, and one that is no text, and reads the next one', async () => {
    const { page, faults, close } = await openImport()
    const choose = (buffer: Buffer) =>
      page.getByLabel('CSV file').setInputFiles({ name: 'visits.csv', mimeType: 'text/csv', buffer })
    const line = `gran-cenote,${date},10:00,2,1,Ana,ana@example.com,+52 998 123 4567`
    await choose(Buffer.from([lines[0], ...Array.from({ length: 10_001 }, () => line)].join('\n')))
    await page.getByText('The file has more than 1000 lines.').waitFor()
    await choose(Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff, 0xfe, 0x00]))
    await page.getByText(/The file is no text in UTF-8/).waitFor()
    await choose(Buffer.from(`${lines[0]}\n${line.replace('Ana', 'Núñez')}`, 'latin1'))
    await page.getByText(/The file is no text in UTF-8/).waitFor()
    await choose(Buffer.from(`${lines[0]}\n${line}`))
    await page.getByRole('button', { name: 'Try it without booking' }).click()
    await page.getByText('1 would be booked, 0 would not.').waitFor()
    expect(faults).toEqual(noFaults)
    await close()
  })
})
