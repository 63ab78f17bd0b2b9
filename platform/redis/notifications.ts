import { randomUUID } from 'node:crypto'
import type { Logger } from '../process/logger.ts'
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

/**
 * Notification channels by name that reach the replicas through Redis. A notification has no content and may be lost:
 * listeners also poll now and then, so a Redis outage costs latency and nothing else.
 */
export function openNotifications<N extends string>(
  names: readonly N[],
  { redisUrl, topic, logger }: { redisUrl: string | undefined; topic: string; logger: Logger },
): { channels: Readonly<Record<N, NotificationChannel>>; close(): Promise<void> } {
  if (redisUrl === undefined) {
    return {
      channels: Object.fromEntries(names.map((name) => [name, localNotifications()])) as unknown as Record<
        N,
        NotificationChannel
      >,
      close: () => Promise.resolve(),
    }
  }
  const self = randomUUID()
  const publisher = connectRedis(redisUrl, `${topic}-send`, logger)
  const receiver = connectRedis(redisUrl, `${topic}-receive`, logger)
  const sending = new Set<N>()
  const addressOf = (name: N): string => `cenotes:${topic}:${name}`

  // A burst of writes is one message: a notified reader reads everything new.
  const publish = (name: N): void => {
    if (sending.has(name) || publisher.status !== 'ready') return
    sending.add(name)
    setImmediate(() => {
      sending.delete(name)
      publisher.publish(addressOf(name), self).catch(() => undefined)
    })
  }
  const channels = Object.fromEntries(
    names.map((name) => [name, localNotifications(() => publish(name))]),
  ) as unknown as Record<N, ReturnType<typeof localNotifications>>
  receiver.on('ready', () => {
    receiver.subscribe(...names.map(addressOf)).then(
      // Whatever was written while Redis was down is read immediately.
      () => names.forEach((name) => channels[name].wake()),
      () => undefined,
    )
  })
  receiver.on('message', (address: string, sender: string) => {
    if (sender === self) return
    for (const name of names) if (addressOf(name) === address) channels[name].wake()
  })
  return {
    channels,
    close() {
      publisher.disconnect()
      receiver.disconnect()
      return Promise.resolve()
    },
  }
}
