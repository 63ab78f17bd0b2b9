// Files that are expensive to draw or to read.
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { floodSeconds, type Attack } from './attack.ts'
import { at, failureIn, flood, send, statuses, type Response } from './client.ts'
import { cancel, reservations } from './reservations.ts'

/** A page for each person; the largest party has 50. */
const pages = 49

export const longTickets: Attack = {
  name: `tickets of ${pages} pages, changed for each`,
  bystander: 'files',
  async run(target) {
    const key = target.keys.enterprise
    const { createWithFiles, change } = reservations(target, key)
    const { reservation, ticket } = await createWithFiles({ adults: pages, tickets: 'person' })
    const id = String(at(reservation, 'data', 'id'))
    const responses = await flood(4, floodSeconds, async (index) => {
      await change(id, `attack-${process.pid}-${index}`)
      return send(target, { path: ticket, method: 'GET' })
    })
    const again = await Promise.all(Array.from({ length: 20 }, () => send(target, { path: ticket, method: 'GET' })))
    await cancel(target, key, reservation)
    const drawn = responses.filter(({ status }) => status === 200).length
    return {
      responses: statuses([...responses, ...again]),
      breach: failureIn(responses) ?? (drawn === 0 ? 'no ticket was drawn, so nothing was measured' : undefined),
    }
  },
}

/** Noise, which does not compress: 3 megapixels are 5 MB. */
async function noise(index: number): Promise<Buffer> {
  const [width, height] = [2_000, 1_500]
  const background = { r: 0, g: 0, b: index }
  const create = { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 60 } } as const
  return sharp({ create }).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()
}

export const largePictures: Attack = {
  name: '4 pictures of 5 MB a second, operator',
  async run(target) {
    const pictures = await Promise.all(Array.from({ length: 4 }, (_, index) => noise(index)))
    const responses = await flood(4, floodSeconds, (index) =>
      send(target, {
        path: '/api/partner/images',
        key: target.keys.operator,
        headers: { 'content-type': 'image/jpeg' },
        body: pictures[index % pictures.length],
      }),
    )
    // The log of a request is written after its response.
    await delay(1_000)
    const stored = responses.filter(({ status }) => status === 201).length
    return {
      responses: `${statuses(responses)}, ${((pictures[0]?.length ?? 0) / 1e6).toFixed(1)} MB each`,
      breach: failureIn(responses) ?? (stored === 0 ? 'no picture was stored, so nothing was measured' : undefined),
    }
  },
}

const loops = 16

export const manyReservations: Attack = {
  name: `${loops} loops of reservations, Enterprise`,
  bystander: 'writes',
  async run(target) {
    const key = target.keys.enterprise
    const { create } = reservations(target, key)
    const until = performance.now() + floodSeconds * 1_000
    const responses: Response[] = []
    const loop = async (): Promise<void> => {
      while (performance.now() < until) {
        const response = await create({ adults: 1 })
        responses.push(response)
        await cancel(target, key, response)
      }
    }
    await Promise.all(Array.from({ length: loops }, loop))
    const made = responses.filter(({ status }) => status === 201)
    return {
      responses: statuses(responses),
      breach: failureIn(responses) ?? (made.length === 0 ? 'nothing was created, so nothing was measured' : undefined),
    }
  },
}
