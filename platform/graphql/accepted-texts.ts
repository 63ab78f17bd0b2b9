import type { FastifyRequest } from 'fastify'
import { createSecondUseCache } from '../values/second-use-cache.ts'
import type { GraphQLOperation } from './executor.ts'
import { ownMediaTypes } from './http-executor.ts'

/** What Apollo Server found out about a text. */
export interface AcceptedText {
  readonly isMutation: boolean
}

const maxTexts = 300
const maxCharacters = 400_000
const maxLength = 40_000

/**
 * Remembers the texts that Apollo Server has parsed and validated. What it does for each further request, although
 * nothing of it depends on the request, costs three times what the whole rest of a small operation does.
 */
export class AcceptedTexts {
  readonly #known = createSecondUseCache<AcceptedText>({
    entries: maxTexts,
    weight: { weigh: (key) => key.length, limit: maxCharacters, heaviest: maxLength },
  })

  add({ query, operationName }: GraphQLOperation, text: AcceptedText): void {
    const key = keyOf(query, operationName)
    if (!this.#known.get(key)) this.#known.set(key, text)
  }

  /** The operations of a request as this product sends them, one or several, if all texts were accepted before. */
  find({ body, headers }: FastifyRequest): (GraphQLOperation & AcceptedText)[] | undefined {
    if (headers.accept !== ownMediaTypes) return undefined
    const found = (Array.isArray(body) ? (body as unknown[]) : [body]).map((one) => this.#findOne(one))
    return found.length > 0 && found.every((one) => one !== undefined) ? found : undefined
  }

  #findOne(body: unknown): (GraphQLOperation & AcceptedText) | undefined {
    if (typeof body !== 'object' || body === null) return undefined
    const { query, operationName, variables, ...others } = body as Record<string, unknown>
    if (typeof query !== 'string' || Object.keys(others).length > 0) return undefined
    if (operationName !== undefined && typeof operationName !== 'string') return undefined
    if (variables !== undefined && (typeof variables !== 'object' || variables === null || Array.isArray(variables)))
      return undefined
    const accepted = this.#known.get(keyOf(query, operationName))
    return (
      accepted && {
        query,
        ...accepted,
        ...(variables === undefined ? {} : { variables: variables as Record<string, unknown> }),
        ...(operationName === undefined ? {} : { operationName }),
      }
    )
  }
}

const keyOf = (query: string, operationName: string | undefined): string => `${operationName ?? ''}\n${query}`
