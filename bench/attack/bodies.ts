// Bodies that are expensive to receive, read or check.
import { floodSeconds, type Attack } from './attack.ts'
import { failureIn, flood, graphql, send, statuses } from './client.ts'

/** Almost 1 MiB of JSON, the accepted maximum; and more. */
const large = JSON.stringify({
  reservations: Array.from({ length: 14_000 }, () => ({
    visitors: { adults: 1, children: [] },
    notes: 'x'.repeat(20),
  })),
})
const tooLarge = JSON.stringify({ notes: 'x'.repeat(1_100_000) })

export const largeBodies: Attack = {
  name: '10 bodies of 1 MB a second, no key',
  async run(target) {
    const responses = await flood(10, floodSeconds, (index) =>
      send(target, { path: '/api/partner/reservations/bulk', body: index % 4 === 3 ? tooLarge : large }),
    )
    // A refusal before the whole body is sent ends the connection, possibly before the response is read.
    return { responses: statuses(responses), breach: failureIn(responses.filter(({ status }) => status !== 0)) }
  },
}

const depth = 100_000
const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const reservation = (preferences: string): string =>
  `{"cenoteId":"x","visitDate":"2030-01-01","visitors":{"adults":1,"children":0},"guest":{"name":"A","email":"a@example.com","phone":"1","preferences":${preferences}}}`
const create = 'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }'

export const nestedBodies: Attack = {
  name: 'bodies nested 100,000 deep',
  async run(target) {
    const key = target.keys.pro
    const variables = `{"query":${JSON.stringify(create)},"variables":{"input":${reservation(deep)}}}`
    const responses = await flood(5, floodSeconds, (index) =>
      index % 2 === 0
        ? send(target, { path: '/api/partner/reservations', key, body: reservation(deep) })
        : send(target, { path: '/graphql', key, body: variables }),
    )
    const accepted = responses.filter(({ status }) => status < 400).length
    return {
      responses: statuses(responses),
      breach: failureIn(responses) ?? (accepted > 0 ? `${accepted} were accepted` : undefined),
    }
  },
}

const scopeHeaders = (index: number): Record<string, string> => ({
  'idempotency-key': `attack-${process.pid}-${index}`,
  'x-idempotency-scope': 'POST /attack',
  'x-idempotency-fingerprint': 'attack',
})

export const storedResponses: Attack = {
  name: 'responses stored by headers of a stranger',
  async run(target) {
    const query = '{ cenotes(first: 50) { nodes { id name description longDescription } } }'
    const options = (index: number) => ({ key: target.keys.pro, headers: scopeHeaders(index) })
    const responses = await flood(25, floodSeconds, (index) => graphql(target, query, options(index)))
    const again = await graphql(target, query, options(0))
    return {
      responses: statuses(responses),
      breach:
        failureIn(responses) ?? (again.headers['idempotent-replayed'] === 'true' ? 'a response was stored' : undefined),
    }
  },
}
