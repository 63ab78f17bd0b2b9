// Documents that are small to send and expensive to validate, plan or execute.
import { floodSeconds, type Attack, type Target } from './attack.ts'
import { at, failureIn, flood, graphql, overBudget, statuses, type Response } from './client.ts'

const many = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(' ')

/** Each level selects the fields of every type's fields under many aliases. */
const multiplied = (levels: number, aliases: number): string =>
  `{ __schema { types { ...f0 } } } ${many(
    levels,
    (level) =>
      `fragment f${level} on __Type { ${many(aliases, (alias) => `a${alias}: fields { name description type { ...f${level + 1} } }`)} }`,
  )} fragment f${levels} on __Type { name kind description }`

const nestedIntrospection = `{ __schema { types ${'{ fields { type '.repeat(6)}{ name description }${' } }'.repeat(6)} } }`

async function bombs(target: Target, key: string | undefined): Promise<Response[]> {
  const responses: Response[] = []
  for (const document of [multiplied(8, 14), multiplied(8, 24), multiplied(3, 3), nestedIntrospection])
    responses.push(await graphql(target, document, key === undefined ? {} : { key }))
  return responses
}

export const introspection: Attack = {
  name: 'introspection multiplied by aliases',
  async run(target) {
    const responses = [...(await bombs(target, undefined)), ...(await bombs(target, target.keys.basic))]
    return { responses: statuses(responses), breach: failureIn(responses) }
  },
}

/** 9 KB of valid fields in which every pair may be a conflict; no two texts are the same. */
const repeated = (index: number): string =>
  `query q${index} { cenotes(first: 1) { nodes { ${many(400, () => 'id name slug isActive')} } } }`

const repeatedFields = (name: string, key: (target: Target) => string | undefined): Attack => ({
  name,
  async run(target) {
    const sender = key(target)
    const responses = await flood(22, floodSeconds, (index) =>
      graphql(target, repeated(index), sender === undefined ? {} : { key: sender }),
    )
    return { responses: statuses(responses), breach: failureIn(responses) }
  },
})

export const repeatedWithoutKey = repeatedFields('22 documents of 9 KB a second, no key', () => undefined)
export const repeatedWithKey = repeatedFields('22 documents of 9 KB a second, Basic', ({ keys }) => keys.basic)

export const differentDocuments: Attack = {
  name: '100 new documents a second, Pro',
  async run(target) {
    const responses = await flood(100, floodSeconds, (index) =>
      graphql(target, `{ new${index}: cenotes(first: 1) { nodes { name a${index}: id location { state } } } }`, {
        key: target.keys.pro,
      }),
    )
    return { responses: statuses(responses), breach: failureIn(responses) }
  },
}

const availability = (cenotes: number): string =>
  `{ cenotes(first: ${cenotes}) { nodes { ${many(2, (index) => `a${index}: availability(input: { days: 30, visitors: ${index + 1} }) { days { date nextAvailable timeSlots { time remaining } } recommendations { date time } }`)} } } }`

/** As many cenotes as the budget of the pricing tier allows. */
async function affordable(target: Target): Promise<number> {
  const count = 60
  const response = await graphql(target, availability(count), { key: target.keys.basic })
  return Math.floor(count * (overBudget(response, 'errors', 0, 'extensions', 'details') ?? 1))
}

export const expensiveAvailability: Attack = {
  name: 'availability at the budget of Basic',
  async run(target) {
    const cenotes = await affordable(target)
    const responses = await flood(4, floodSeconds, () =>
      graphql(target, availability(cenotes), { key: target.keys.basic }),
    )
    const cost = responses
      .map((response) => Number(at(response, 'extensions', 'cost', 'requested')))
      .find((one) => one > 0)
    return {
      responses: `${statuses(responses)}, cost ${cost ?? 'unknown'}`,
      breach:
        failureIn(responses) ?? (cost === undefined ? 'no query was accepted, so nothing was measured' : undefined),
    }
  },
}
