import { randomUUID } from 'node:crypto'
import type { Logger } from '../process/logger.ts'
import type { Channel } from '../process/workers/channel.ts'
import { connectRedis } from './redis.ts'

/** Notifies this process and its replicas that there is something new to read. */
export interface NotificationChannel {
  send(): void
  /** Calls the listener on every notification from any sender; returns a function that stops it. */
  listen(listener: () => void): () => void
}

/** A channel that ends at this process. */
export function localNotifications(onSend: () => void = () => undefined): NotificationChannel & { wake(): void } {
  const listeners = new Set<() => void>()
  const wake = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    wake,
    send() {
      wake()
      onSend()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Carries notifications between processes, by address; one that is lost costs latency and nothing else. */
export interface NotificationTransport {
  /** Reaches every other process; this one may be left out. */
  publish(address: string): void
  /** Calls back for each notification; `connected` whenever some may have been missed before. */
  subscribe(addresses: readonly string[], received: (address: string) => void, connected: () => void): void
  close(): void
}

/**
 * Notification channels by name, which reach other processes where there is a transport. A notification has no content
 * and may be lost: listeners also poll now and then.
 */
export function openNotifications<N extends string>(
  names: readonly N[],
  { transport, topic }: { transport: NotificationTransport | undefined; topic: string },
): { channels: Readonly<Record<N, NotificationChannel>>; close(): void } {
  const addressOf = (name: N): string => `cenotes:${topic}:${name}`
  const sending = new Set<N>()
  // A burst of writes is one message: a notified reader reads everything new.
  const publish = (name: N): void => {
    if (!transport || sending.has(name)) return
    sending.add(name)
    setImmediate(() => {
      sending.delete(name)
      transport.publish(addressOf(name))
    })
  }
  const channels = Object.fromEntries(
    names.map((name) => [name, localNotifications(() => publish(name))]),
  ) as unknown as Record<N, ReturnType<typeof localNotifications>>
  transport?.subscribe(
    names.map(addressOf),
    (address) => {
      for (const name of names) if (addressOf(name) === address) channels[name].wake()
    },
    // Whatever was written meanwhile is read immediately.
    () => names.forEach((name) => channels[name].wake()),
  )
  return { channels, close: () => transport?.close() }
}

/** Notifications between replicas through Redis. */
export async function redisNotifications(
  redisUrl: string,
  purpose: string,
  logger: Logger,
): Promise<NotificationTransport> {
  const self = randomUUID()
  const publisher = await connectRedis(redisUrl, `${purpose}-send`, logger)
  const receiver = await connectRedis(redisUrl, `${purpose}-receive`, logger)
  return {
    publish(address) {
      if (publisher.status === 'ready') publisher.publish(address, self).catch(() => undefined)
    },
    subscribe(addresses, received, connected) {
      receiver.on('ready', () => {
        receiver.subscribe(...addresses).then(connected, () => undefined)
      })
      receiver.on('message', (address: string, sender: string) => {
        if (sender !== self) received(address)
      })
    },
    close() {
      publisher.disconnect()
      receiver.disconnect()
    },
  }
}

const relayTopic = 'notification'

/** Notifications between the workers of one machine, through the process that started them. */
export const workerNotifications = (channel: Channel): NotificationTransport => ({
  publish: (address) => channel.send(relayTopic, address),
  subscribe: (_addresses, received) => channel.handle<string>(relayTopic, received),
  close: () => undefined,
})

/** Passes the notifications of one worker on to the others. */
export function relayNotifications(from: Channel, others: () => readonly Channel[]): void {
  from.handle<string>(relayTopic, (address) => {
    for (const channel of others()) if (channel !== from) channel.send(relayTopic, address)
  })
}
