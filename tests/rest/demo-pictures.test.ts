import { beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { partner, sharedTestProduct, type Json } from '../testkit/product.ts'

let product: Awaited<ReturnType<typeof sharedTestProduct>>
let rest: ReturnType<typeof partner>

beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

const listed = async (path: string): Promise<Json[]> => (await rest.get(`${path}?perPage=50`)).body.data

describe('pictures of the demo data', () => {
  it('exist at the addresses that cenotes and tours name, wider than high', async () => {
    const products = [...(await listed('/api/partner/cenotes')), ...(await listed('/booking/tours'))]
    const addresses = products.flatMap(({ images }) => images.map(({ url }: Json) => url as string))
    expect(addresses.length).toBeGreaterThan(products.length)
    for (const address of addresses) {
      expect(address.startsWith(`${product.url}/pictures/`)).toBe(true)
      const response = await fetch(address)
      expect(response.status).toBe(200)
      const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect(format).toBe('png')
      expect(width).toBeGreaterThan(height)
    }
  })

  it('exist as SVG, too, and are not sent again to a client that has them', async () => {
    const address = `${product.url}/pictures/azul-1.svg`
    const first = await fetch(address)
    expect(first.headers.get('content-type')).toBe('image/svg+xml')
    expect(await first.text()).toMatch(/^<svg /)
    const again = await fetch(address, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  it.each(['azul-9.png', '..%2Fdemo%2Finstallation.json', 'azul-1.jpg'])('has none called %s', async (name) => {
    expect((await rest.get(`/pictures/${name}`)).status).toBe(404)
  })
})
