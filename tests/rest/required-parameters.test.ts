import { beforeAll, describe, expect, it } from '@jest/globals'
import { restSamples, type RestSample } from '../access/table/rest.ts'
import { World } from '../access/table/world.ts'
import { openApiOf } from '../testkit/openapi.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: string | number | boolean
}
interface Read {
  readonly operationId: string
  readonly path: string
  readonly required: readonly Parameter[]
}

let product: SharedProduct
let world: World
let samples: Record<string, RestSample>
let reads: Read[]

beforeAll(async () => {
  product = await sharedTestProduct()
  world = new World(product)
  samples = restSamples(world)
  const { paths } = await openApiOf(product.url)
  reads = Object.entries(paths as Record<string, Json>).flatMap(([path, { get }]) =>
    get
      ? [
          {
            path,
            operationId: get.operationId,
            required: get.parameters.filter(({ required }: Parameter) => required === true),
          },
        ]
      : [],
  )
})

/** The status of a GET with the examples of its required parameters, or ids of the demo data. */
async function statusOf({ operationId, path, required }: Read, without?: Parameter): Promise<number> {
  const sample = samples[operationId] as RestSample
  const made = (await sample.path?.()) ?? {}
  const valueOf = ({ name, example }: Parameter): string => String(example ?? made[name])
  const address = required
    .filter((one) => one.in === 'path')
    .reduce(
      (so, one) => so.replace(`{${one.name}}`, one === without ? 'nothing' : encodeURIComponent(valueOf(one))),
      path,
    )
  const query = required
    .filter((one) => one.in === 'query' && one !== without)
    .map((one): [string, string] => [one.name, valueOf(one)])
  const key = await world.keyOf('own', sample.need)
  return (await partner(product.url, key).get(`${address}?${new URLSearchParams(query)}`)).status
}

describe('the required parameters of the OpenAPI document', () => {
  it('are sufficient for a read', async () => {
    const failed: unknown[] = []
    for (const read of reads) {
      const status = await statusOf(read)
      if (status < 200 || status > 299) failed.push([read.operationId, status])
    }
    expect(failed).toEqual([])
    expect(reads.length).toBeGreaterThan(25)
  })

  it('are each needed, with an example in a query', async () => {
    const wrong: unknown[] = []
    for (const read of reads)
      for (const parameter of read.required) {
        const status = await statusOf(read, parameter)
        if (status < 400 || status > 499) wrong.push([read.operationId, parameter.name, status])
        if (parameter.in === 'query' && parameter.example === undefined)
          wrong.push([read.operationId, parameter.name, 'has no example'])
      }
    expect(wrong).toEqual([])
    const inQuery = reads.flatMap(({ operationId, required }) =>
      required.filter((one) => one.in === 'query').map(({ name }) => `${operationId} ${name}`),
    )
    expect(inQuery).toEqual(expect.arrayContaining(['readCenoteAvailability startDate', 'readAvailability startDate']))
  })
})
