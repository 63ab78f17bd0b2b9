import { connect } from 'node:net'
import { within } from '../../testkit/pauses.ts'

/** A request as it goes over the wire; nothing in it need be right. */
export interface WireRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Buffer
}

export interface WireResponse {
  /** Null when the server closed the connection without a word. */
  readonly status: number | null
  readonly head: string
  readonly body: string
}

/** No response takes this long: the server has lost the request. */
const gracePeriodMilliseconds = 20_000
/** Enough to see what kind of response it is. */
const enoughCharacters = 2_000_000

export interface RawOptions {
  /** Returns true when enough has been received; the rest is not waited for. */
  readonly isEnough?: (text: string) => boolean
  /** Closes our half once everything is sent. */
  readonly thenEnd?: boolean
}

/** Sends the bytes as they are, on a new connection, and reads the response until it ends. */
export function sendRaw(url: string, bytes: Buffer, { isEnough, thenEnd }: RawOptions = {}): Promise<string> {
  const { hostname, port } = new URL(url)
  let received = ''
  const socket = connect(Number(port), hostname, () => void (thenEnd ? socket.end(bytes) : socket.write(bytes)))
  const whole = new Promise<string>((resolve, reject) => {
    const end = (): void => {
      socket.destroy()
      resolve(received)
    }
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      received += text
      if (received.length > enoughCharacters || isEnough?.(received)) end()
    })
    // The server may close while we are still sending: what it sent before counts.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') reject(error)
    })
    socket.on('close', end)
  })
  return within(gracePeriodMilliseconds, whole, () => {
    socket.destroy()
    return `no response; so far: ${received.slice(0, 500)}`
  })
}

/** Sends one request and closes; of a stream of events it reads the beginning only. */
export async function sendWire(url: string, request: WireRequest): Promise<WireResponse> {
  const { method, target, headers, body = '' } = request
  const content = Buffer.isBuffer(body) ? body : Buffer.from(body)
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: fuzz',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(content.length > 0 && !names.has('content-length') && !names.has('transfer-encoding')
      ? [`Content-Length: ${content.length}`]
      : []),
  ]
  const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content])
  const isStream = (soFar: string): boolean => /text\/event-stream[^]*?\r\n\r\n[^]*:\n\n/i.test(soFar)
  const received = await sendRaw(url, bytes, { isEnough: isStream })
  const text = received.replace(/^(HTTP\/1\.1 1\d\d[^]*?\r\n\r\n)+/, '')
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
  const split = text.indexOf('\r\n\r\n')
  return {
    status: status === undefined ? null : Number(status),
    head: split < 0 ? text : text.slice(0, split),
    body: split < 0 ? '' : text.slice(split + 4),
  }
}
