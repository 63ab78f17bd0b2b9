// The hand-written peer: one Fastify process, plain pg, as few statements as possible. It does not authenticate, limit,
// validate or negotiate, and imports nothing of the product.
import Fastify from 'fastify'
import { create, type Wanted } from './baseline/create.ts'
import { booking, catalog, pricing } from './baseline/databases.ts'
import { graphqlList } from './baseline/graphql-list.ts'
import { availability } from './baseline/availability.ts'
import { year } from './baseline/year.ts'
import { price, type PriceWanted } from './baseline/rest-price.ts'
import { restDetail } from './baseline/rest-detail.ts'
import { restList } from './baseline/rest-list.ts'

const app = Fastify()
app.post<{ Body: { variables: { from: string; offset: number } } }>('/graphql', (request) =>
  graphqlList(request.body.variables.from, request.body.variables.offset),
)
/** The upper limit: the stored bytes of the first list response. */
let bytes: Promise<Buffer> | undefined
app.post<{ Body: { variables: { from: string; offset: number } } }>('/bytes', async ({ body }, reply) => {
  bytes ??= graphqlList(body.variables.from, body.variables.offset).then((list) => Buffer.from(JSON.stringify(list)))
  return reply.type('application/json; charset=utf-8').send(await bytes)
})
app.get('/api/partner/cenotes', () => restList())
app.get<{ Params: { id: string } }>('/api/partner/cenotes/:id', (request) => restDetail(request.params.id))
app.get<{ Params: { id: string }; Querystring: { startDate: string; endDate: string } }>(
  '/api/partner/cenotes/:id/availability',
  ({ params, query }) => availability(params.id, query.startDate, query.endDate),
)
app.get<{ Params: { id: string }; Querystring: { startDate: string; endDate: string } }>(
  '/api/partner/cenotes/:id/calendar',
  ({ params, query }) => year(params.id, query.startDate, query.endDate),
)
app.post<{ Body: PriceWanted }>('/pricing/calculate-complete', (request) => price(request.body))
/** Seconds of processor time that this process has used. */
app.get('/cpu', () => {
  const { user, system } = process.cpuUsage()
  return String((user + system) / 1_000_000)
})
app.post<{ Body: Wanted }>('/api/partner/reservations', async (request, reply) => {
  const response = await create(request.body, request.headers['user-agent'] ?? '')
  return reply.code(201).send(response)
})
app.setErrorHandler((error, _request, reply) => {
  process.stderr.write(`${String(error)}\n`)
  return reply.code(500).send({ success: false })
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`Ready at ${address}\n`)
process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => Promise.all([catalog.end(), pricing.end(), booking.end()]))
    .then(() => process.exit(0))
})
