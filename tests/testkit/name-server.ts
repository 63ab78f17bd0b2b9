import { createSocket, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

/** The records of a name: IP addresses of both families, or another name that has them. */
export interface NameRecords {
  readonly addresses?: readonly string[]
  readonly alias?: string
}

const types = { A: 1, CNAME: 5, AAAA: 28 } as const
const [responded, refusedName] = [0x8180, 0x8183]

/** A name server on this machine, which resolvers of this process ask while it runs. */
export class NameServer {
  /** Changed at will; a name without records does not exist. */
  readonly names = new Map<string, NameRecords>()
  readonly requests: string[] = []
  readonly #socket: Socket = createSocket('udp4')
  #restore = (): void => undefined

  async start(): Promise<this> {
    this.#socket.on('message', (message, { port, address }) => this.#socket.send(this.#respond(message), port, address))
    this.#socket.bind(0, '127.0.0.1')
    await once(this.#socket, 'listening')
    const server = `127.0.0.1:${this.#socket.address().port}`
    const directed = new WeakSet<Resolver>()
    // Servers cannot be set while a question is under way.
    const direct = (resolver: Resolver): void => {
      if (!directed.has(resolver)) resolver.setServers([server])
      directed.add(resolver)
    }
    const { resolve4, resolve6 } = Resolver.prototype
    const through = <Resolve extends typeof resolve4 | typeof resolve6>(resolve: Resolve): Resolve =>
      function (this: Resolver, name: string) {
        direct(this)
        return (resolve as (this: Resolver, name: string) => Promise<string[]>).call(this, name)
      } as Resolve
    Object.assign(Resolver.prototype, { resolve4: through(resolve4), resolve6: through(resolve6) })
    this.#restore = () => void Object.assign(Resolver.prototype, { resolve4, resolve6 })
    return this
  }

  stop(): void {
    this.#restore()
    this.#socket.close()
  }

  #respond(query: Buffer): Buffer {
    const { name, end } = readName(query)
    const type = query.readUInt16BE(end)
    this.requests.push(`${name} ${Object.entries(types).find(([, code]) => code === type)?.[0] ?? type}`)
    const records = this.names.get(name)
    const alias = records?.alias
    const addresses = (alias === undefined ? records?.addresses : this.names.get(alias)?.addresses) ?? []
    const owner = writeName(alias ?? name)
    const sections = [
      ...(alias === undefined ? [] : [record(writeName(name), types.CNAME, writeName(alias))]),
      ...addresses
        .map((address) => Buffer.from(ipaddr.parse(address).toByteArray()))
        .filter(({ length }) => (length === 4 ? types.A : types.AAAA) === type)
        .map((bytes) => record(owner, type, bytes)),
    ]
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(records ? responded : refusedName, 2)
    ;[1, sections.length, 0, 0].forEach((count, index) => head.writeUInt16BE(count, 4 + 2 * index))
    return Buffer.concat([head, query.subarray(12, end + 4), ...sections])
  }
}

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

const writeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.of(0),
  ])

/** A record that is good for no time at all: it is looked up again, and may be different then. */
function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, fixed, data])
}
