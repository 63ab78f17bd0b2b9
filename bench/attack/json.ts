// Bodies of almost 1 MB that are expensive to parse or to check, in every form that JSON has.
import { floodSeconds, type Attack, type Target } from './attack.ts'
import { failureIn, flood, send, statuses } from './client.ts'

const maxBytes = 960_000
const repeated = (part: string): string => part.repeat(Math.floor(maxBytes / part.length))
const numbered = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join()

/** Undeclared values, by the form of their JSON. */
const values: Readonly<Record<string, string>> = {
  zeros: `[${repeated('0,')}0]`,
  'empty objects': `[${repeated('{},')}{}]`,
  nesting: `${'['.repeat(maxBytes / 2)}${']'.repeat(maxBytes / 2)}`,
  'long keys': `{${numbered(90, (index) => `"${'k'.repeat(10_000)}${index}":0`)}}`,
  'many members': `{${numbered(80_000, (index) => `"k${index}":0`)}}`,
  'members within the bound': `[${'{"a":"b"},'.repeat(4_900)}{}]`,
  'escaped texts': `[${numbered(80, () => `"${'\\u00e9\\n'.repeat(1_400)}"`)}]`,
}

const perSecond = 10
/** Pro has the highest limits of the tiers that are charged for processor time. */
const callers = { 'no key': undefined, Pro: 'pro' } as const
type Caller = keyof typeof callers

/**
 * In GraphQL as an undeclared variable and as a declared one; in REST as an unknown member and as a free-form object.
 */
const bodies = (path: string, value: string): string[] =>
  path === '/graphql'
    ? [
        `{"query":"{__typename}","variables":{"a":${value}}}`,
        `{"query":"mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }","variables":{"input":${value}}}`,
      ]
    : [`{"visitors":${value}}`, `{"guest":{"preferences":{"a":${value}}}}`]

function flooded(what: string, value: string, path: string, caller: Caller): Attack {
  const key = callers[caller]
  const sent = bodies(path, value)
  return {
    name: `${what}, ${path === '/graphql' ? 'GraphQL' : 'REST'}, ${caller}`,
    async run(target: Target) {
      const responses = await flood(perSecond, floodSeconds, (index) =>
        send(target, {
          path,
          key: key && target.keys[key],
          body: sent[index % sent.length] ?? '',
        }),
      )
      // A refusal of an unread body may end the connection before the response is read.
      return { responses: statuses(responses), breach: failureIn(responses.filter(({ status }) => status !== 0)) }
    },
  }
}

/** A path that needs no key, and one with free-form objects. */
const restPathOf = (caller: Caller): string =>
  caller === 'no key' ? '/pricing/validate-age-breakdown' : '/api/partner/reservations'

export const largeJson: readonly Attack[] = (Object.keys(callers) as Caller[]).flatMap((caller) =>
  Object.entries(values).flatMap(([what, value]) =>
    [restPathOf(caller), '/graphql'].map((path) => flooded(what, value, path, caller)),
  ),
)
