import type { GraphQLSchema } from 'graphql'
import WebSocket from 'ws'
import { readMessage } from '../../../gateway/subscription/messages.ts'
import type { Chance } from '../../../bench/chance.ts'
import { graphqlPayload } from './graphql.ts'
import { bent, bentText, hostileValue } from './hostile.ts'
import { sendRaw } from './http.ts'
import type { Known } from './rest.ts'
import { eventually } from '../../testkit/eventually.ts'
import { slowFor } from '../../testkit/pauses.ts'

export interface SocketOutcome {
  readonly sent: readonly string[]
  readonly received: readonly string[]
  /** Null when the connection ended without one. */
  readonly closeCode: number | null
}

/** Messages for one connection: of the protocol, bent, and of no protocol at all. */
function messages(schema: GraphQLSchema, known: Known, apiKey: string, count: number, chance: Chance) {
  const made: { data: string | Buffer; text: string }[] = []
  const add = (data: string | Buffer): void => void made.push({ data, text: data.toString().slice(0, 2_000) })
  const init = { type: 'connection_init', payload: { apiKey } }
  add(JSON.stringify(chance.often(0.9) ? init : bent(init, chance)) ?? '')
  while (made.length < count) {
    const id = String(chance.below(40))
    const subscribe = { id, type: 'subscribe', payload: { query: '', ...graphqlPayload(schema, known, chance) } }
    if (readMessage(JSON.stringify(subscribe)) === undefined && chance.often(0.9)) continue
    switch (chance.below(40)) {
      case 0:
      case 1:
      case 2:
        add(JSON.stringify({ id, type: 'complete' }))
        break
      case 3:
        add(JSON.stringify({ type: chance.pick(['ping', 'pong', 'nonsense']), payload: hostileValue(chance) }))
        break
      case 4:
        add(JSON.stringify(bent(subscribe, chance)) ?? '')
        break
      case 5:
        add(chance.often(0.5) ? bentText(JSON.stringify(subscribe), chance) : chance.bytes(chance.below(200)))
        break
      default:
        add(JSON.stringify(subscribe))
    }
  }
  return made
}

/** Uses one connection, with its key or without; ends when the server closes it or is silent for a while. */
export async function converse(
  url: string,
  schema: GraphQLSchema,
  known: Known,
  { apiKey, address, count }: { apiKey: string; address: string; count: number },
  chance: Chance,
): Promise<SocketOutcome> {
  const sent = messages(schema, known, apiKey, count, chance)
  const received: string[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { 'X-Forwarded-For': address },
  })
  const closed = new Promise<number | null>((resolve) => {
    socket.on('close', resolve)
    socket.on('error', () => resolve(null))
  })
  socket.on('message', (data: Buffer) => received.push(data.toString()))
  socket.on('open', () => {
    void (async () => {
      for (const { data } of sent) {
        if (socket.readyState !== WebSocket.OPEN) return
        socket.send(data)
        // The acknowledgement comes before anything that needs it; now and then the client does not wait for it.
        const waits = chance.often(0.9)
        const isWaiting = (): boolean => received.length === 0 && socket.readyState === WebSocket.OPEN
        if (waits) await eventually(isWaiting, false, { milliseconds: 2_000 }).catch(() => undefined)
      }
      // Sent in order of arrival: the pong to this comes when the rest has been taken up.
      socket.ping()
    })()
  })
  socket.on('pong', () => void slowFor(30).then(() => socket.close(1000)))
  return { sent: sent.map(({ text }) => text), received, closeCode: await closed }
}

/** Sends frames that no library would send, right after the upgrade. */
export async function sendFrames(url: string, chance: Chance): Promise<string> {
  const upgrade = [
    'GET /graphql HTTP/1.1',
    'Host: fuzz',
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Sec-WebSocket-Version: ${chance.often(0.9) ? '13' : chance.pick(['8', '99', 'x'])}`,
    `Sec-WebSocket-Key: ${chance.often(0.9) ? chance.bytes(16).toString('base64') : 'short'}`,
    `Sec-WebSocket-Protocol: ${chance.often(0.9) ? 'graphql-transport-ws' : chance.pick(['graphql-ws', ',', 'x y'])}`,
    ...(chance.often(0.1) ? ['Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99'] : []),
  ].join('\r\n')
  const frames = Array.from({ length: 1 + chance.below(4) }, () => frame(chance))
  return sendRaw(url, Buffer.concat([Buffer.from(`${upgrade}\r\n\r\n`), ...frames]), { thenEnd: true })
}

function frame(chance: Chance): Buffer {
  const payload = Buffer.from(
    chance.pick([
      '{"type":"connection_init"}',
      '{"type":"ping"}',
      '',
      '[',
      'x'.repeat(130),
      '\u00ff\ud800',
      '{"type":"subscribe","id":"1","payload":{"query":"{ __typename }"}}',
    ]),
  )
  const opcode = chance.pick([0x0, 0x1, 0x1, 0x2, 0x3, 0x8, 0x9, 0xa, 0xf])
  const first = (chance.often(0.8) ? 0x80 : 0) | (chance.often(0.1) ? 0x70 : 0) | opcode
  const masked = chance.often(0.8)
  const mask = masked ? chance.bytes(4) : Buffer.alloc(0)
  const content = masked ? Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))) : payload
  // Lengths that are not those of what follows, up to more than any server would take.
  const length = chance.often(0.8) ? payload.length : chance.pick([0, 125, 70_000, 2 ** 32])
  let head: Buffer
  if (length < 126) head = Buffer.from([first, (masked ? 0x80 : 0) | length])
  else if (length < 65_536) {
    head = Buffer.from([first, (masked ? 0x80 : 0) | 126, 0, 0])
    head.writeUInt16BE(length, 2)
  } else {
    head = Buffer.alloc(10)
    head.set([first, (masked ? 0x80 : 0) | 127])
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, mask, content])
}
