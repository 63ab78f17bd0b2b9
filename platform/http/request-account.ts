import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { WorkAccount, workClock } from '../process/work-account.ts'

const accounts = new WeakMap<IncomingMessage, WorkAccount>()

/** The account of a request that came over a connection. */
export const accountOf = (request: IncomingMessage): WorkAccount | undefined => accounts.get(request)

/** Gives each request an account for the processor time that it uses until its response is sent. */
export function accountRequests(app: FastifyInstance): void {
  app.server.prependListener('request', (request, response) => {
    const account = new WorkAccount()
    accounts.set(request, account)
    workClock.switchTo(account)
    response.once('close', () => account.close())
  })
  // Its body may have arrived in later turns.
  app.addHook('preHandler', (request, _reply, done) => {
    workClock.switchTo(accountOf(request.raw))
    done()
  })
}
