import { createServer } from 'node:net'
import { OperatorError } from '../process/operator-error.ts'

/** Where a server listens. */
export interface ListenAddress {
  readonly HOST: string
  readonly PORT: number
}

/** Refuses an address that cannot be opened, before anything else is done. */
export async function requireFreeAddress(address: ListenAddress): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.PORT, address.HOST, () => server.close(() => resolve()))
  }).catch((error: unknown) => {
    throw listenFailure(error, address) ?? error
  })
}

/** Describes why an address could not be opened; undefined for an error of another kind. */
export function listenFailure(error: unknown, { HOST, PORT }: ListenAddress): OperatorError | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall !== 'listen' && syscall !== 'bind' && syscall !== 'getaddrinfo') return undefined
  const reason = code === undefined ? undefined : reasons(HOST, PORT)[code]
  return reason === undefined ? undefined : new OperatorError(reason, { cause: error })
}

const reasons = (host: string, port: number): Readonly<Record<string, string>> => ({
  EADDRINUSE: `PORT ${port} is in use on ${host}: stop the process that listens there, or set another PORT`,
  EACCES: `PORT ${port} may not be opened by this user: set another PORT, 1024 or above`,
  EADDRNOTAVAIL: `HOST ${host} is not an address of this machine`,
  ENOTFOUND: `HOST ${host} is not an address of this machine`,
  EAI_AGAIN: `HOST ${host} is not an address of this machine`,
})
