import { describe, expect, it } from '@jest/globals'
import { recordResponse, type TestResponse } from '../testkit/responses.ts'

const refused: TestResponse = {
  status: 422,
  headers: new Headers(),
  body: { errors: [{ message: 'Sold out', path: ['createReservation'], extensions: { code: 'SOLD_OUT' } }] },
  request: { method: 'POST', address: '/graphql', body: { query: 'mutation { createReservation { id } }' } },
}
const request = 'POST /graphql\n{\n  "query": "mutation { createReservation { id } }"\n}'
const explained = [request, 'response 422', 'Sold out', 'createReservation', 'SOLD_OUT']

/** The error of an assertion that fails. */
function failureOf(assertion: () => void): Error {
  try {
    assertion()
  } catch (error) {
    return error as Error
  }
  throw new Error('The assertion did not fail')
}

interface Environment {
  readonly prototype: { handleTestEvent(this: { global: object }, event: { name: string; error?: unknown }): void }
}

/** The message of a test that failed with an error, as the environment of the tests completes it. */
async function completed(error: unknown): Promise<unknown> {
  const { default: environment } = (await globalThis.importOutside('./product-environment.js')) as {
    default: Environment
  }
  environment.prototype.handleTestEvent.call({ global: globalThis }, { name: 'test_fn_failure', error })
  return error
}

describe('the message of a test that fails', () => {
  it('for an unexpected status has the request, both statuses and the body of the response', () => {
    const { message } = failureOf(() => expect(refused).toHaveStatus(201))
    for (const part of ['Expected status: 201', 'Received status: 422', ...explained]) expect(message).toContain(part)
    expect(failureOf(() => expect(refused).not.toHaveStatus(422)).message).toContain('Expected status: not 422')
    expect(refused).toHaveStatus(422)
  })

  it('for anything else has the last responses, with the errors of GraphQL', async () => {
    recordResponse(refused)
    const error = failureOf(() => expect((refused.body as { data?: { id: string } }).data!.id).toBe('1'))
    await completed(error)
    for (const part of ["Cannot read properties of undefined (reading 'id')", ...explained]) {
      expect(error.message).toContain(part)
      expect(error.stack).toContain(part)
    }
    expect(error.stack).toContain('failure-messages.test.ts')
  })

  it('shows a response once, and none of an earlier test', async () => {
    expect(globalThis.lastResponses).toEqual([])
    recordResponse(refused)
    const error = failureOf(() => expect(refused).toHaveStatus(201))
    const { message } = error
    await completed(error)
    expect(error.message).toBe(message)
  })
})
