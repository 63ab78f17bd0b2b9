import { jest } from '@jest/globals'
import pg from 'pg'

export interface Statement {
  readonly text: string
  readonly values: unknown[]
}

/** The statements that this process sends while work is done, without those of the watch, which come at any time. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = jest.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const { calls, contexts } = spy.mock
    return calls.flatMap((call, index) => {
      const { connectionParameters } = contexts[index] as unknown as ClientWithParameters
      if (connectionParameters.application_name?.endsWith('-watch') === true) return []
      const [sent, values] = call as unknown as [string | Statement, unknown[] | undefined]
      return [typeof sent === 'string' ? { text: sent, values: values ?? [] } : sent]
    })
  } finally {
    spy.mockRestore()
  }
}

interface ClientWithParameters {
  readonly connectionParameters: { readonly application_name?: string }
}
