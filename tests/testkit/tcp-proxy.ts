import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A proxy in front of a server: it counts connections, and a test can close it, or redirect it. */
export class TcpProxy {
  /** Connections that are open now. */
  readonly open = new Set<Socket>()
  /** Those of them that became WebSockets. */
  readonly upgrades = new Set<Socket>()
  /** HTTP requests with a body that came through. */
  requests = 0
  readonly #server: Server
  #port: number | undefined

  private constructor(port: number) {
    this.#port = port
    this.#server = createServer((near) => this.#lead(near))
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

  /** Destroys open connections; new ones are refused until it forwards again. */
  shut(): void {
    this.#port = undefined
    for (const socket of this.open) socket.destroy()
  }

  leadTo(port: number): void {
    this.#port = port
  }

  async close(): Promise<void> {
    this.shut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #lead(near: Socket): void {
    if (this.#port === undefined) return void near.destroy()
    const far = connect(this.#port, '127.0.0.1')
    this.open.add(near)
    near.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      this.requests += text.split('POST /').length - 1
      if (/^GET [^]*\r\nupgrade: websocket\r\n/i.test(text)) this.upgrades.add(near)
    })
    near.pipe(far).pipe(near)
    const end = (): void => {
      this.open.delete(near)
      this.upgrades.delete(near)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
  }
}
