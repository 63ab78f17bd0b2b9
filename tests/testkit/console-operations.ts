import { readFile } from 'node:fs/promises'
import { operator, operatorKeys } from './operator.ts'
import type { Json } from './product.ts'

const pages = new URL('../../console/browser/pages/', import.meta.url)

/** Sends operations of a page of the console, by their names, as its operator does; each must succeed. */
export async function consoleOperations(url: string, page: string) {
  const query = await readFile(new URL(`${page}/operations.graphql`, pages), 'utf8')
  const { send } = operator(url, operatorKeys.sandbox)
  return async (operationName: string, variables: Json): Promise<Json> => {
    const { body } = await send('POST', '/graphql', { query, operationName, variables })
    if (body.errors) throw new Error(JSON.stringify(body.errors))
    return body.data
  }
}
