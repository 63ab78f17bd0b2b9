import { createServer } from 'node:net'
import { OperatorError } from '../process/operator-error.ts'

/** Where a server listens. */
export interface ListenAddress {
  readonly HOST: string
  readonly PORT: number
}

/** Refuses an address that cannot be opened, before anything else is done. */
export async function requireFreeAddress(address: ListenAddress, names = ownNames): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.PORT, address.HOST, () => server.close(() => resolve()))
  }).catch((error: unknown) => {
    throw listenFailure(error, address, names) ?? error
  })
}

/** Describes why an address could not be opened; undefined for an error of another kind. */
export function listenFailure(
  error: unknown,
  { HOST, PORT }: ListenAddress,
  names = ownNames,
): OperatorError | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall !== 'listen' && syscall !== 'bind' && syscall !== 'getaddrinfo') return undefined
  const reason = code === undefined ? undefined : reasons(HOST, PORT, names)[code]
  return reason === undefined ? undefined : new OperatorError(reason, { cause: error })
}

/** The settings of an address, which its errors name. */
interface Names {
  readonly host: string
  readonly port: string
}
const ownNames: Names = { host: 'HOST', port: 'PORT' }
export const metricsNames: Names = { host: 'METRICS_HOST', port: 'METRICS_PORT' }

const reasons = (host: string, port: number, names: Names): Readonly<Record<string, string>> => ({
  EADDRINUSE: `${names.port} ${port} is in use on ${host}: stop the process that listens there, or set another ${names.port}`,
  EACCES: `${names.port} ${port} may not be opened by this user: set another ${names.port}, 1024 or above`,
  EADDRNOTAVAIL: `${names.host} ${host} is not an address of this machine`,
  ENOTFOUND: `${names.host} ${host} is not an address of this machine`,
  EAI_AGAIN: `${names.host} ${host} is not an address of this machine`,
})
