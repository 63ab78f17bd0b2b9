export const eventStreamType = 'text/event-stream; charset=utf-8'
/** Apollo Client's subscriptions over HTTP. */
export const multipartType = 'multipart/mixed; boundary=graphql; subscriptionSpec=1.0'

export type StreamType = typeof eventStreamType | typeof multipartType

/** How results are written into a response that stays open. */
export interface StreamFormat {
  /** Sent immediately: some browsers do not notice headers without a body. */
  readonly opening: string
  /** Shows that the connection is alive. */
  readonly beat: string
  /** Ends the stream for good. A client that does not receive it comes back. */
  readonly ending: string
  result(json: string, cursor: string | undefined): string
}

/** Each part ends with the boundary of the next: clients read a part once they have seen its end. */
const boundary = '\r\n--graphql'
const part = (json: string): string => `\r\ncontent-type: application/json\r\n\r\n${json}${boundary}`

export const streamFormats: Readonly<Record<StreamType, StreamFormat>> = {
  // The distinct connections mode of the graphql-sse protocol.
  [eventStreamType]: {
    opening: ':\n\n',
    beat: ':\n\n',
    ending: 'event: complete\ndata: \n\n',
    result: (json, cursor) => `event: next\n${cursor === undefined ? '' : `id: ${cursor}\n`}data: ${json}\n\n`,
  },
  // Apollo's multipart subscription protocol.
  [multipartType]: {
    opening: boundary,
    beat: part('{}'),
    ending: '--\r\n',
    result: (json) => part(`{"payload":${json}}`),
  },
}
