// A plain GraphQL server with subscriptions, as its libraries' documentation shows it: graphql-yoga and graphql-ws on
// one schema, without federation, keys or limits. POST /events writes events to PostgreSQL and publishes each.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { execute, ExecutionArgs, parse, subscribe, validate } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import pg from 'pg'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { WebSocketServer } from 'ws'

// As CommonJS: its ES modules import an export that the pinned version of @graphql-tools/utils does not have.
const { createPubSub, createSchema, createYoga } = createRequire(import.meta.url)(
  'graphql-yoga',
) as typeof import('graphql-yoga')

interface Event {
  readonly id: string
  readonly type: string
  readonly version: number
  readonly occurredAt: string
  readonly reservation: Record<string, unknown>
}

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })
await pool.query('CREATE TABLE IF NOT EXISTS plain_event (id uuid PRIMARY KEY, event jsonb NOT NULL)')
const pubSub = createPubSub<{ event: [Event] }>()

const schema = createSchema({
  typeDefs: `
    type Query { ready: Boolean! }
    type Subscription { reservationEvents: ReservationEvent! }
    type ReservationEvent { id: ID! type: String! version: Int! occurredAt: String! reservation: Reservation! }
    type Reservation {
      reservationId: ID! bookingReference: String! status: String! visitDate: String! visitTime: String
      visitors: Visitors! guest: Guest! cenote: Cenote!
    }
    type Visitors { adults: Int! children: Int! total: Int! }
    type Guest { name: String! email: String! }
    type Cenote { name: String! slug: String! location: Location! }
    type Location { latitude: Float! longitude: Float! state: String! municipality: String! }
  `,
  resolvers: {
    Query: { ready: () => true },
    Subscription: {
      reservationEvents: { subscribe: () => pubSub.subscribe('event'), resolve: (event: Event) => event },
    },
  },
})

const metrics = new Registry()
collectDefaultMetrics({ register: metrics })

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

async function writeEvents(reservations: readonly Record<string, unknown>[]): Promise<void> {
  for (const reservation of reservations) {
    const event: Event = {
      id: String(reservation['id']),
      type: 'RESERVATION_CREATED',
      version: 1,
      occurredAt: new Date().toISOString(),
      reservation,
    }
    await pool.query('INSERT INTO plain_event VALUES (gen_random_uuid(), $1)', [event])
    pubSub.publish('event', event)
  }
}

const yoga = createYoga({ schema, logging: false })
const server = createServer((request, response) => {
  void (async () => {
    if (request.url === '/metrics') response.end(await metrics.metrics())
    else if (request.url === '/events') {
      await writeEvents(JSON.parse(await bodyOf(request)) as Record<string, unknown>[])
      response.end('{}')
    } else await yoga(request, response)
  })()
})
/** The functions of graphql-js for a request, wrapped by the plugins of yoga. */
interface Enveloped {
  readonly schema: ExecutionArgs['schema']
  readonly execute: typeof execute
  readonly subscribe: typeof subscribe
  readonly parse: typeof parse
  readonly validate: typeof validate
  readonly contextFactory: () => unknown
}
const envelopedIn = ({ rootValue }: ExecutionArgs): Enveloped => rootValue as Enveloped

useServer(
  {
    execute: (args) => envelopedIn(args).execute(args),
    subscribe: (args) => envelopedIn(args).subscribe(args),
    async onSubscribe(context, _id, params) {
      const { request, socket } = context.extra
      const enveloped: Enveloped = yoga.getEnveloped({ ...context, req: request, socket, params })
      const args = {
        schema: enveloped.schema,
        operationName: params.operationName ?? null,
        document: enveloped.parse(params.query),
        variableValues: params.variables ?? null,
        contextValue: await enveloped.contextFactory(),
        rootValue: enveloped,
      }
      const errors = enveloped.validate(args.schema, args.document)
      return errors.length > 0 ? errors : args
    },
  },
  new WebSocketServer({ server, path: '/graphql' }),
)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`Ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
process.once('SIGTERM', () => process.exit(0))
