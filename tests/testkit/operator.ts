import { startTestProduct, partner, type Json, type TestProduct } from './product.ts'

export const operatorKeys = { sandbox: 'sk_test_demo_operator', live: 'pk_live_demo_operator' }

/** Speaks GraphQL as the operator's staff do. */
export function operator(url: string, apiKey: string = operatorKeys.sandbox) {
  const { graphql, send } = partner(url, apiKey)
  return {
    graphql,
    send,
    /** The data of an operation that must succeed. */
    async ask(query: string, variables: Record<string, unknown> = {}): Promise<Json> {
      const { body } = await graphql(query, variables)
      if (body.errors) throw new Error(JSON.stringify(body.errors))
      return body.data
    },
    /** The extensions of the first error of an operation that must fail. */
    async refusal(
      query: string,
      variables: Record<string, unknown> = {},
      headers: Record<string, string> = {},
    ): Promise<Json> {
      const { body } = await send('POST', '/graphql', { query, variables }, headers)
      if (!body.errors) throw new Error(`No error: ${JSON.stringify(body)}`)
      return body.errors[0].extensions
    },
  }
}

/** The latest changes of a subject, with their number. */
export const changesOf = (url: string, type: string, id: string, apiKey?: string): Promise<Json> =>
  operator(url, apiKey)
    .ask(
      `query ($of: ChangeSubjectInput!) { changes(of: $of, first: 100) {
        subject { type subjectId } totalCount nodes { id action at key { id lastFour } before after } } }`,
      { of: { type, id } },
    )
    .then(({ changes }) => changes)

export { startTestProduct, type TestProduct }
