import {
  Client,
  fetchExchange,
  subscriptionExchange,
  type AnyVariables,
  type CombinedError,
  type OperationResult,
  type TypedDocumentNode,
} from '@urql/core'
import { createClient, type Client as SocketClient } from 'graphql-ws'
import type { Language } from '../text/text.ts'
import { clientMark } from './client-mark.ts'
import { endsSession, failureOf, type Failure } from './failure.ts'
import { saveFile } from './save-file.ts'
import { uploadImage } from './upload-image.ts'
import { resuming } from './resuming.ts'

export type ConnectionState = 'connecting' | 'open' | 'lost'
export type Result<Data> = { readonly data: Data } | { readonly failure: Failure }

export interface MutationOptions {
  /** Repeated with the same request it makes the server do the work once. */
  readonly idempotencyKey?: string
}

export interface Api {
  query<Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Result<Data>>
  mutate<Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    options?: MutationOptions,
  ): Promise<Result<Data>>
  /** Saves a file of the REST API. Returns why it could not. */
  download(path: string, parameters: Readonly<Record<string, string>>): Promise<Failure | null>
  /** Stores a picture and returns its address. */
  uploadImage(file: File): Promise<Result<string>>
  /** Calls back for each result until it is stopped; the subscription resumes after its last cursor. */
  subscribe<Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    on: { readonly next: (data: Data) => void; readonly failed: (failure: Failure) => void },
  ): () => void
  /** Opens the connection for events if it is not open yet, and calls back with its state and each change of it. */
  watchConnection(listener: (state: ConnectionState) => void): () => void
  /** Opens the connection for events again in the present language; nothing is missed. */
  changeLanguage(): void
  close(): void
}

export interface ApiOptions {
  readonly apiKey: string
  readonly language: () => Language
  /** The key is refused: revoked, expired or wrong. */
  readonly onKeyRefused: () => void
}

/** The socket is closed with this code when its key ends (docs/frontend/subscriptions.md#close-codes). */
const keyRefused = 4401
/** A connection without a pong in this time counts as lost and is opened again. */
const pingSeconds = 10
const pongSeconds = 5
/** Without a message for this long the computer slept, or its network did. */
const silentSeconds = pingSeconds + 2 * pongSeconds
const watchSeconds = 2
const connectSeconds = 15

/** The API for one key: queries over HTTP, events over one WebSocket that stays open once it is used. */
export function openApi({ apiKey, language, onKeyRefused }: ApiOptions): Api {
  const watchers = new Set<(state: ConnectionState) => void>()
  let state: ConnectionState = 'connecting'
  const become = (next: ConnectionState): void => {
    if (state === next) return
    state = next
    watchers.forEach((watcher) => watcher(next))
  }

  const address = new URL('/graphql', location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  let pongTimer: ReturnType<typeof setTimeout> | undefined
  let lastMessageAt = 0
  /** No pong may arrive, and no timer may run: the state is not trusted longer than a ping takes. */
  const drop = (): void => {
    if (state !== 'open') return
    become('lost')
    socket?.terminate()
  }
  const watch = setInterval(() => {
    if (Date.now() - lastMessageAt > silentSeconds * 1_000) drop()
  }, watchSeconds * 1_000)
  window.addEventListener('offline', drop)
  const awaitResponse = (seconds: number): void => {
    clearTimeout(pongTimer)
    pongTimer = setTimeout(() => socket?.terminate(), seconds * 1_000)
  }
  let socket: SocketClient | undefined
  let isChangingLanguage = false
  const connect = (): SocketClient =>
    createClient({
      url: address.href,
      connectionParams: () => ({ apiKey, acceptLanguage: language() }),
      // The server closes the socket of a revoked key, so an open socket detects the revocation.
      lazy: false,
      keepAlive: pingSeconds * 1_000,
      retryAttempts: Infinity,
      retryWait: (retries) => new Promise((resolve) => setTimeout(resolve, Math.min(10_000, 250 * 2 ** retries))),
      shouldRetry: (event) => !isKeyRefusal(event),
      onNonLazyError: (event) => {
        if (isKeyRefusal(event)) onKeyRefused()
      },
      on: {
        connecting: () => awaitResponse(connectSeconds),
        connected: () => {
          clearTimeout(pongTimer)
          lastMessageAt = Date.now()
          isChangingLanguage = false
          become('open')
        },
        closed: (event) => {
          clearTimeout(pongTimer)
          become(isChangingLanguage ? 'connecting' : 'lost')
          if (isKeyRefusal(event)) onKeyRefused()
        },
        message: () => {
          lastMessageAt = Date.now()
        },
        ping: (received) => {
          if (!received) awaitResponse(pongSeconds)
        },
        pong: (received) => {
          if (received) clearTimeout(pongTimer)
        },
      },
    })

  const headers = (): Record<string, string> => ({
    'X-API-Key': apiKey,
    'Accept-Language': language(),
    ...clientMark,
  })
  const client = new Client({
    url: new URL('/graphql', location.href).href,
    exchanges: [
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: resuming((socket ??= connect())).subscribe({ query, variables: { ...variables } }, sink),
          }),
        }),
      }),
    ],
    preferGetMethod: false,
    requestPolicy: 'network-only',
    fetchOptions: () => ({ headers: headers() }),
  })

  function failed(error: CombinedError): Failure {
    const failure = failureOf(error)
    if (endsSession(failure)) onKeyRefused()
    return failure
  }
  function resultOf<Data>({ data, error }: Pick<OperationResult<Data>, 'data' | 'error'>): Result<Data> {
    if (error) return { failure: failed(error) }
    if (data === undefined) throw new Error('A result has neither data nor an error')
    return { data }
  }

  return {
    query: async (document, variables) => resultOf(await client.query(document, variables).toPromise()),
    async mutate(document, variables, { idempotencyKey } = {}) {
      const context =
        idempotencyKey === undefined
          ? {}
          : { fetchOptions: { headers: { ...headers(), 'Idempotency-Key': idempotencyKey } } }
      return resultOf(await client.mutation(document, variables, context).toPromise())
    },
    async download(path, parameters) {
      const failure = await saveFile(`/api/partner/${path}?${new URLSearchParams(parameters).toString()}`, headers())
      if (failure && endsSession(failure)) onKeyRefused()
      return failure
    },
    async uploadImage(file) {
      const result = await uploadImage(file, headers())
      if ('failure' in result && endsSession(result.failure)) onKeyRefused()
      return result
    },
    subscribe(document, variables, { next, failed: onFailure }) {
      const { unsubscribe } = client.subscription(document, variables).subscribe(({ data, error }) => {
        if (error) onFailure(failed(error))
        else if (data !== undefined) next(data)
      })
      return unsubscribe
    },
    watchConnection(listener) {
      socket ??= connect()
      watchers.add(listener)
      listener(state)
      return () => watchers.delete(listener)
    },
    changeLanguage() {
      if (state !== 'open') return
      isChangingLanguage = true
      socket?.terminate()
    },
    close() {
      watchers.clear()
      clearTimeout(pongTimer)
      clearInterval(watch)
      window.removeEventListener('offline', drop)
      // It rejects when the socket never opened.
      void Promise.resolve(socket?.dispose()).catch(() => undefined)
    },
  }
}

const isKeyRefusal = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && 'code' in event && event.code === keyRefused
