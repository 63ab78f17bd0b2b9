import type { Worker } from 'node:cluster'

/** The message of node:cluster to a worker with a connection, and the worker's reply once it has taken it. */
interface ClusterMessage {
  readonly cmd?: unknown
  readonly act?: unknown
  readonly seq?: number
  readonly ack?: number
}

interface Handle {
  close(): void
}

const lastRepliesMilliseconds = 500

/**
 * Closes connections that a worker was sent and had not taken when it ended. node:cluster waits for the reply of such a
 * worker for ever: its copy of the connection would stay open, and the client would wait for a response as long.
 */
export function closeUntakenConnections(worker: Worker): void {
  const untaken = new Map<number, Handle>()
  const { process: child } = worker
  const send = child.send.bind(child) as (...given: unknown[]) => boolean
  child.send = ((message: ClusterMessage, handle?: Handle, ...rest: unknown[]): boolean => {
    if (message.cmd === 'NODE_CLUSTER' && message.act === 'newconn' && message.seq !== undefined && handle)
      untaken.set(message.seq, handle)
    return send(message, handle, ...rest)
  }) as typeof child.send
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) untaken.delete(ack)
  })
  // Its channel is not always reported as closed. The last replies may be read after its exit.
  child.once('exit', () => {
    setTimeout(() => {
      for (const handle of untaken.values()) handle.close()
    }, lastRepliesMilliseconds).unref()
  })
}
