/**
 * A GraphQL client library with its own settings, in a process that an unhandled rejection ends as it would end a
 * partner's. Usage: node http-client.mjs (urql|apollo) ADDRESS KEY RESERVATION_INPUT; prints what it received as JSON.
 */
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { Client as UrqlClient, fetchExchange } from '@urql/core'

const [library, url, apiKey, input] = process.argv.slice(2)
const headers = { 'X-API-Key': apiKey }

const queryText = 'query Cursor { reservationEventsCursor }'
const mutationText = 'mutation Reserve($input: CreateReservationInput!) { createReservation(input: $input) { id } }'
const subscriptionText =
  'subscription Events($after: String) { reservationEvents(after: $after) { type reservation { reservationId } } }'

/** Each library: what it makes of an operation's result, and the results of a subscription until it is stopped. */
const libraries = {
  urql() {
    // Subscriptions by fetch are off by default, and the one setting that they need.
    const client = new UrqlClient({
      url,
      exchanges: [fetchExchange],
      fetchOptions: { headers },
      fetchSubscriptions: true,
    })
    const data = (result) => {
      if (result.error) throw result.error
      return result.data
    }
    return {
      query: async (text) => data(await client.query(text, {}).toPromise()),
      mutate: async (text, variables) => data(await client.mutation(text, variables).toPromise()),
      abandonedQuery: (text) =>
        client
          .query(text, {})
          .subscribe(() => undefined)
          .unsubscribe(),
      subscribe: (text, variables, next) =>
        client.subscription(text, variables).subscribe((result) => next(data(result))).unsubscribe,
    }
  },
  apollo() {
    const client = new ApolloClient({ link: new HttpLink({ uri: url, headers }), cache: new InMemoryCache() })
    return {
      query: async (text) => (await client.query({ query: gql(text), fetchPolicy: 'network-only' })).data,
      mutate: async (text, variables) => (await client.mutate({ mutation: gql(text), variables })).data,
      abandonedQuery: (text) =>
        client
          .watchQuery({ query: gql(text), fetchPolicy: 'network-only' })
          .subscribe(() => undefined)
          .unsubscribe(),
      subscribe(text, variables, next) {
        const running = client
          .subscribe({ query: gql(text), variables })
          .subscribe({ next: ({ data, error }) => next(error ? { error: String(error) } : data) })
        return () => running.unsubscribe()
      },
    }
  },
}

const client = libraries[library]()
const { reservationEventsCursor: after } = await client.query(queryText)
let received
const firstEvent = new Promise((resolve) => (received = resolve))
const stop = client.subscribe(subscriptionText, { after }, received)
const { createReservation } = await client.mutate(mutationText, { input: JSON.parse(input) })
const { reservationEvents: event } = await firstEvent
stop()
client.abandonedQuery(queryText)
// Whatever the aborted requests leave behind shows before the last response is here.
const { reservationEventsCursor: last } = await client.query(queryText)
console.log(JSON.stringify({ reserved: createReservation.id, received: event, moved: last !== after }))
