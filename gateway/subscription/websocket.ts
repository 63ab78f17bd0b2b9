import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { InputGate } from '../../platform/http/input-gate.ts'
import { declareBound } from '../../platform/process/bounds.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { sentKeysOf } from '../../platform/http/sent-keys.ts'
import { closeCodes } from '../../schema/close-codes.ts'
import { closingMilliseconds as readingMilliseconds } from './connections.ts'
import { maxFragments } from './inbound-messages.ts'
import { ProtocolConnection, type FramedSocket, type ProtocolOptions } from './protocol.ts'
import { UnfinishedBytes } from './unfinished-bytes.ts'

const subprotocol = 'graphql-transport-ws'
const maxMessageBytes = 256 * 1024
/** Receiving an upgrade, and opening the WebSocket. */
const upgradeMilliseconds = 0.3
const closingMilliseconds = 2_000

/** GraphQL over WebSocket at a path of a server. Returns what ends it. */
export function attachWebSocket(
  server: Server,
  path: string,
  shared: Omit<ProtocolOptions, 'unfinishedBytes'>,
): { close(): Promise<void> } {
  const options: ProtocolOptions = { ...shared, unfinishedBytes: new UnfinishedBytes() }
  const sockets = new WebSocketServer<typeof ProtocolSocket>({
    noServer: true,
    maxPayload: maxMessageBytes,
    maxFragments,
    // One message of a connection in each iteration of the event loop, so that others come between them.
    allowSynchronousEvents: false,
    perMessageDeflate: false,
    clientTracking: true,
    handleProtocols: (offered) => offered.has(subprotocol) && subprotocol,
    WebSocket: ProtocolSocket,
  })

  /** Responds to a request that does not become a WebSocket; it counts for its address like any other. */
  async function refuseUpgrade(request: IncomingMessage, socket: Duplex, status: string): Promise<void> {
    const meter = options.callers.meter(undefined, clientAddress(request, options.trusts))
    const refusal = await meter.take().then(
      () => status,
      () => '429 Too Many Requests',
    )
    const headers = Object.entries({ connection: 'close', 'content-length': '0', ...meter.headers })
    socket.end(`HTTP/1.1 ${refusal}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  }
  sockets.on('wsClientError', (_error, socket, request) => void refuseUpgrade(request, socket, '400 Bad Request'))

  server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] !== path) {
      void refuseUpgrade(request, socket, '404 Not Found')
      return
    }
    options.callers.meter(undefined, clientAddress(request, options.trusts)).spend(upgradeMilliseconds)
    sockets.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket, request, options))
  })

  return {
    async close() {
      const open = [...sockets.clients]
      for (const socket of open) socket.protocolConnection?.close(closeCodes.goingAway, 'Going away')
      await Promise.race([
        Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve)))),
        new Promise((resolve) => setTimeout(resolve, closingMilliseconds).unref()),
      ])
      for (const socket of open) socket.terminate()
    },
  }
}

/** A socket that has its connection, so that all of them share the same listeners. */
class ProtocolSocket extends WebSocket implements FramedSocket {
  protocolConnection: ProtocolConnection | undefined
  transport: Duplex | undefined

  /** Nothing is compressed, so that what `send` was given before is with the transport already. */
  sendFrame(frame: Buffer): void {
    this.transport?.write(frame)
  }
}

function accept(socket: ProtocolSocket, request: IncomingMessage, options: ProtocolOptions): void {
  const { headers } = request
  socket.on('error', onError)
  if (socket.protocol !== subprotocol) {
    socket.close(closeCodes.subprotocolNotAcceptable, 'Subprotocol not acceptable')
    new InputGate(request.socket, () => 0).discard()
    request.socket.end()
    setTimeout(() => socket.terminate(), readingMilliseconds).unref()
    return
  }
  socket.transport = request.socket
  socket.protocolConnection = new ProtocolConnection(
    socket,
    {
      keys: sentKeysOf(request),
      acceptLanguage: headers['accept-language'],
      clientAddress: clientAddress(request, options.trusts),
      transport: request.socket,
    },
    options,
  )
  socket.on('message', onMessage)
  socket.on('pong', onPong)
  socket.on('close', onClose)
}

const connectionOf = (socket: WebSocket): ProtocolConnection | undefined =>
  (socket as ProtocolSocket).protocolConnection

function onMessage(this: WebSocket, data: Buffer, isBinary: boolean): void {
  connectionOf(this)?.receive(data, isBinary)
}

function onPong(this: WebSocket): void {
  connectionOf(this)?.ponged()
}

function onClose(this: WebSocket): void {
  connectionOf(this)?.ended()
}

const messageBytes = declareBound({
  name: 'websocket-message-bytes',
  what: 'Bytes of a message of a WebSocket',
  per: 'message',
  default: '256 KiB',
  response: 'close 1009',
})

/** Invalid frames: the library closes the connection with the right code, and reads nothing more. */
function onError(this: WebSocket, { code }: NodeJS.ErrnoException): void {
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') messageBytes.reached(connectionOf(this)?.sender.identity)
  connectionOf(this)?.failed()
}
