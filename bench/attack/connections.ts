// Connections and subscriptions that hold more than they should.
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import WebSocket from 'ws'
import { floodSeconds, type Attack, type Target } from './attack.ts'
import { at, graphql, overBudget, send } from './client.ts'
import { placeOf } from './places.ts'

const idleSockets = 3_000
/** More connections than any address needs of one process. */
const maxOpen = 1_000

export const idleConnections: Attack = {
  name: `${idleSockets} idle connections of one address`,
  async run({ url, from, processes }) {
    const { hostname, port } = new URL(url)
    let closed = 0
    let accepted = 0
    const sockets: Socket[] = []
    for (let index = 0; index < idleSockets; index += 1) {
      const socket = connect({
        host: hostname,
        port: Number(port || 80),
        ...(from === undefined ? {} : { localAddress: from }),
      })
      socket.on('connect', () => (accepted += 1))
      socket.on('error', () => undefined)
      socket.on('close', () => (closed += 1))
      // The socket reports its end only when it is read.
      socket.resume()
      sockets.push(socket)
      if (index % 100 === 99) await delay(20)
    }
    await delay(floodSeconds * 1_000)
    const open = idleSockets - closed
    for (const socket of sockets) socket.destroy()
    return {
      responses: `${accepted} accepted, ${open} stayed open`,
      breach: open > maxOpen * processes ? `${open} idle connections stayed open` : undefined,
    }
  },
}

const maxAliases = 45
const subscription = (index: number, aliases: number): string => {
  const days = (alias: number): string =>
    `a${alias}: availability(input: { days: 30, visitors: ${alias + 1} }) { days { date timeSlots { time remaining } } }`
  const selections = Array.from({ length: aliases }, (_, alias) => days(alias)).join(' ')
  return `subscription s${index} { reservationEvents { id reservation { reservationId cenote { name ${selections} } } } }`
}

/** Subscribes to as much as the budget of the pricing tier allows, and records the close codes and errors. */
function subscribe(target: Target, index: number, messages: string[]): WebSocket {
  const socket = new WebSocket(`${target.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    ...(target.from === undefined ? {} : { localAddress: target.from }),
  })
  socket.on('open', () =>
    socket.send(JSON.stringify({ type: 'connection_init', payload: { apiKey: target.keys.basic } })),
  )
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    const subscribe = (aliases: number): void =>
      socket.send(
        JSON.stringify({ id: `${aliases}`, type: 'subscribe', payload: { query: subscription(index, aliases) } }),
      )
    const share = overBudget({ text }, 'payload', 0, 'extensions', 'details')
    if (at({ text }, 'type') === 'connection_ack') subscribe(maxAliases)
    else if (share !== undefined) subscribe(Math.floor(maxAliases * share))
    else messages.push(text)
  })
  socket.on('error', () => undefined)
  return socket
}

export const expensiveSubscriptions: Attack = {
  name: 'one event for ten subscriptions, Basic',
  async run(target) {
    const messages: string[] = []
    const sockets = Array.from({ length: 10 }, (_, index) => subscribe(target, index, messages))
    await delay(1_000)
    const made = await placeOf(target, target.keys.enterprise, { adults: 1, daysAhead: 45 })
    await delay(floodSeconds * 1_000)
    for (const socket of sockets) socket.terminate()
    if (made.status === 201)
      await send(target, {
        path: `/api/partner/reservations/${String(at(made, 'data', 'id'))}/cancel`,
        key: target.keys.enterprise,
        body: JSON.stringify({ reason: 'guest_request' }),
      })
    const alive = await graphql(target, '{ __typename }', { key: target.keys.basic })
    const delivered = messages.filter((text) => text.includes('"next"')).length
    const codes = [...new Set(messages.flatMap((text) => /"code":"(\w+)"/.exec(text)?.[1] ?? []))]
    return {
      responses: `creation ${made.status}, ${delivered} deliveries${codes.length > 0 ? ` (${codes.join(', ')})` : ''}`,
      breach:
        alive.status === 0 || alive.status >= 500
          ? 'the product no longer responds'
          : delivered === 0 && codes.every((code) => code === 'RATE_LIMIT_EXCEEDED')
            ? 'no subscription was accepted, so nothing was measured'
            : undefined,
    }
  },
}
