import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

/** A proxy in front of a server: it counts connections, and can be closed, redirected, slowed down or held up. */
export class TcpProxy {
  /** Connections that are open now. */
  readonly open = new Set<Socket>()
  /** Those of them that became WebSockets. */
  readonly upgrades = new Set<Socket>()
  /** HTTP requests with a body that were forwarded. */
  requests = 0
  readonly #server: Server
  #port: number | undefined
  #delayMilliseconds: () => number = () => 0
  #held: { readonly released: Promise<void>; readonly release: () => void } | undefined

  private constructor(port: number) {
    this.#port = port
    this.#server = createServer({ noDelay: true }, (near) => this.#lead(near))
  }

  static async before(port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The address of a server through this proxy. */
  address(url: string): string {
    const through = new URL(url)
    through.host = `127.0.0.1:${this.port}`
    return through.toString().replace(/\/$/, '')
  }

  /** Destroys open connections; new ones are accepted. */
  cut(): void {
    for (const socket of this.open) socket.destroy()
  }

  /** Destroys open connections; new ones are refused until it forwards again. */
  shut(): void {
    this.#port = undefined
    this.cut()
  }

  leadTo(port: number): void {
    this.#port = port
  }

  /** Delays each piece of data by so long, in both directions; a connection carries one piece at a time. */
  slow(milliseconds: () => number): void {
    this.#delayMilliseconds = milliseconds
  }

  /** Lets no data through, as a network that drops packets; connections stay open. */
  hold(): void {
    if (this.#held) return
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    this.#held = { released, release }
  }

  release(): void {
    this.#held?.release()
    this.#held = undefined
  }

  async close(): Promise<void> {
    this.release()
    this.shut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #lead(near: Socket): void {
    if (this.#port === undefined) return void near.destroy()
    const far = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    this.open.add(near)
    near.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      this.requests += text.split('POST /').length - 1
      if (/^GET [^]*\r\nupgrade: websocket\r\n/i.test(text)) this.upgrades.add(near)
    })
    near.pipe(this.#network()).pipe(far).pipe(this.#network()).pipe(near)
    const end = (): void => {
      this.open.delete(near)
      this.upgrades.delete(near)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
  }

  /** One direction of a connection. */
  #network(): Transform {
    const pass = async (): Promise<void> => {
      const milliseconds = this.#delayMilliseconds()
      if (milliseconds > 0) await delay(milliseconds)
      while (this.#held) await this.#held.released
    }
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        if (!this.#held && this.#delayMilliseconds() === 0) done(null, chunk)
        else void pass().then(() => done(null, chunk))
      },
    })
  }
}
