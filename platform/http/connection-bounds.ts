import { readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'
import { declareBound } from '../process/bounds.ts'
import { subscriberOf, type ProxyTrust } from './client-address.ts'
import type { Logger } from '../process/logger.ts'

/** The processor time of callers of whom only the address is known. */
export interface AddressTime {
  spend(address: string, milliseconds: number): void
  hasLeft(address: string): boolean
}

export interface ConnectionBounds {
  /** Maximum connections of one client address, idle ones included. */
  readonly perAddress: number
  /** Our own proxies hold the connections of all their clients. */
  readonly trusts: ProxyTrust
  /** Charged for what no key pays; nothing is until the process has it. */
  time?: AddressTime
}

/** Left for databases, other services, files and what Node itself opens. */
const reservedDescriptors = 256
/** More than any test of load needs; beyond it memory is short before descriptors are. */
const maxConnections = 50_000
/** So that three addresses cannot take everything where few descriptors are allowed. */
const maxSharePerAddress = 1 / 4
const logMilliseconds = 10_000

const ofProcess = declareBound({
  name: 'connections-of-process',
  what: 'Open connections, idle ones included',
  per: 'process',
  default: `as many as it may open files, less ${reservedDescriptors}; at most ${maxConnections}`,
  response: 'closed',
})
const ofAddress = declareBound({
  name: 'connections-of-address',
  what: 'Open connections, but those of subscribers and of trusted proxies',
  per: 'address',
  default: '800, at most a quarter of those of the process',
  setting: 'CONNECTIONS_PER_ADDRESS',
  response: 'closed',
})

/** How many connections a process may accept, so that it never runs out of file descriptors. */
export function connectionCapacity(descriptors = descriptorLimit()): number {
  return Math.min(maxConnections, Math.max(descriptors - reservedDescriptors, Math.floor(descriptors / 2)))
}

/** Counted connections, with their address and what ends their count. */
const counted = new WeakMap<Socket, { readonly address: string; readonly release: () => void }>()

/**
 * Limits the connections of a server: in total below the limit of file descriptors, and for each client address.
 * Connections above a limit are closed before anything is read from them.
 */
export function boundConnections(server: Server, bounds: ConnectionBounds | undefined, logger: Logger): void {
  const capacity = connectionCapacity()
  server.maxConnections = capacity
  const reportFull = refusalLog(logger, 'connections were refused: the process has as many as it can')
  server.on('drop', (dropped) => {
    ofProcess.reached()
    reportFull({ address: dropped?.remoteAddress, limit: capacity })
  })
  if (!bounds) return
  const { trusts } = bounds
  const perAddress = Math.min(bounds.perAddress, Math.max(1, Math.floor(capacity * maxSharePerAddress)))
  const reportAddress = refusalLog(logger, 'connections were refused: their address has as many as it may')
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress
    if (remote === undefined || trusts(remote, 0)) return
    const address = subscriberOf(remote)
    const count = counts.get(address) ?? 0
    if (count >= perAddress) {
      ofAddress.reached()
      reportAddress({ address, limit: perAddress })
      socket.destroy()
      return
    }
    counts.set(address, count + 1)
    const release = (): void => {
      if (!counted.delete(socket)) return
      const left = (counts.get(address) ?? 1) - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    }
    counted.set(socket, { address, release })
    socket.once('close', release)
  })
}

/** From now on the connection no longer counts for its address, because its caller is known and counted elsewhere. */
export function countElsewhere(socket: Socket): void {
  counted.get(socket)?.release()
}

/** The address for which the connection counts; undefined for proxies and facades of ours, which have many clients. */
export const countedAddress = (socket: Socket): string | undefined => counted.get(socket)?.address

/** Whether the connection is that of a client whose address is limited, and of no proxy or facade of ours. */
export const isCountedForAddress = (socket: Socket): boolean => counted.has(socket)

/** Writes at most one line per interval, with the number of refusals since the previous line. */
function refusalLog(
  logger: Logger,
  message: string,
): (refusal: { address: string | undefined; limit: number }) => void {
  let refused = 0
  let loggedAt = -Infinity
  return (refusal) => {
    refused += 1
    const now = performance.now()
    if (now - loggedAt < logMilliseconds) return
    loggedAt = now
    logger.warn({ ...refusal, refused }, message)
    refused = 0
  }
}

/** Open files that this process may have; Node raises its own limit as far as it may when it starts. */
function descriptorLimit(): number {
  let text: string
  try {
    text = readFileSync('/proc/self/limits', 'utf8')
  } catch {
    // Not on Linux.
    const report = process.report as typeof process.report & { excludeNetwork?: boolean }
    // Names of remote addresses would be looked up for it.
    report.excludeNetwork = true
    const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
    text = `Max open files ${userLimits?.open_files?.soft ?? ''}`
  }
  const limit = Number(/^Max open files\s+(\d+)/m.exec(text)?.[1])
  return Number.isSafeInteger(limit) ? limit : Infinity
}
