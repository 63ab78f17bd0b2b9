import { jest } from '@jest/globals'
import pg from 'pg'
import { WorkAccount, workClock } from '../../platform/process/work-account.ts'

export interface Statement {
  readonly text: string
  readonly values: unknown[]
}

/** A statement as it was sent. */
export interface SentStatement extends Statement {
  /** Name of the database that it was sent to. */
  readonly database: string
}

/**
 * The statements that this process sends while work is done, by the product or by modules that the test imports, without
 * those of the watch, which come at any time.
 */
export async function statementsDuring(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = []
  const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...parameters) {
    const statement = statementOf(this as unknown as ClientWithParameters, parameters)
    if (statement) sent.push(statement)
    return query.apply(this, parameters) as never
  })
  try {
    // Under an account, as every request is, so that reads of a long list are batched however many turns it takes.
    workClock.switchTo(new WorkAccount())
    await work()
    return sent
  } finally {
    spy.mockRestore()
  }
}

function statementOf({ connectionParameters }: ClientWithParameters, parameters: unknown[]): SentStatement | undefined {
  if (connectionParameters.application_name?.endsWith('-watch') === true) return undefined
  const [sent, values] = parameters as [string | Statement, unknown[] | undefined]
  const { text, values: own } = typeof sent === 'string' ? { text: sent, values } : sent
  return { text, values: own ?? [], database: connectionParameters.database ?? '' }
}

interface ClientWithParameters {
  readonly connectionParameters: { readonly application_name?: string; readonly database?: string }
}
