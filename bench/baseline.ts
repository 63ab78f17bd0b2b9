// The hand-written peer: one Fastify process, plain pg, the fewest statements we could think of. It does not
// authenticate, limit, validate or negotiate, and imports nothing of the product.
import Fastify from 'fastify'
import { create, type Wanted } from './baseline/create.ts'
import { booking, catalog, pricing } from './baseline/databases.ts'
import { graphqlList } from './baseline/graphql-list.ts'
import { restList } from './baseline/rest-list.ts'

const app = Fastify()
app.post<{ Body: { variables: { from: string } } }>('/graphql', (request) => graphqlList(request.body.variables.from))
app.get('/api/partner/cenotes', () => restList())
/** Seconds of processor time that this process has used. */
app.get('/cpu', () => {
  const { user, system } = process.cpuUsage()
  return String((user + system) / 1_000_000)
})
app.post<{ Body: Wanted }>('/api/partner/reservations', async (request, reply) => {
  const answer = await create(request.body, request.headers['user-agent'] ?? '')
  return reply.code(201).send(answer)
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
