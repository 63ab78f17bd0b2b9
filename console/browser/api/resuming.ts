import type { Client, FormattedExecutionResult, Sink, SubscribePayload } from 'graphql-ws'

/** A socket client whose subscriptions continue from the last cursor when it reconnects. */
export const resuming = (client: Pick<Client, 'subscribe'>): Pick<Client, 'subscribe'> => ({
  subscribe<Data, Extensions>(payload: SubscribePayload, sink: Sink<FormattedExecutionResult<Data, Extensions>>) {
    const variables = { ...payload.variables }
    return client.subscribe<Data, Extensions>(
      { ...payload, variables },
      {
        next(result) {
          variables['after'] = cursorIn(result.data) ?? variables['after']
          sink.next(result)
        },
        error: (error) => sink.error(error),
        complete: () => sink.complete(),
      },
    )
  },
})

/** The cursor of the event in the one root field of a subscription. */
function cursorIn(data: unknown): string | undefined {
  const [event] = Object.values(data ?? {}) as unknown[]
  return typeof event === 'object' && event !== null && 'cursor' in event ? String(event.cursor) : undefined
}
