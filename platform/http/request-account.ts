import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { WorkAccount, workClock } from '../process/work-account.ts'
import { RequestValue } from './request-value.ts'

const accounts = new RequestValue<WorkAccount>()

/** The account of a request that came over a connection. */
export const accountOf = (request: IncomingMessage): WorkAccount | undefined => accounts.of(request)

/** Gives each request an account for the processor time that it uses until its response is sent. */
export function accountRequests(app: FastifyInstance): void {
  app.server.prependListener('request', (request, response) => {
    const account = new WorkAccount()
    accounts.set(request, account)
    workClock.switchTo(account)
    response.on('close', () => account.close())
  })
  // Its body may have arrived in later turns.
  app.addHook('preHandler', (request, _reply, done) => {
    workClock.switchTo(accountOf(request.raw))
    done()
  })
}
