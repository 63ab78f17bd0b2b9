import { expect, it } from '@jest/globals'
import { GraphQLError } from 'graphql'
import { isDependencyDown } from './failures.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

it.each([
  ['itself', refused],
  ['as the cause of another', new Error('The query failed', { cause: refused })],
  ['behind a GraphQL error', new GraphQLError('connect ECONNREFUSED', { originalError: refused })],
  [
    'behind a GraphQL error behind another',
    new GraphQLError('', { originalError: new GraphQLError('', { originalError: refused }) }),
  ],
  [
    'in what Prisma makes of it',
    Object.assign(new Error('Database error. Code: `57P03`'), {
      code: 'P2039',
      meta: { driverAdapterError: { cause: { originalCode: '57P03' } } },
    }),
  ],
  [
    "in what Prisma's adapter makes of it in a transaction",
    new Error('terminating connection', { cause: { originalCode: '57P01', kind: 'postgres' } }),
  ],
  ['by a connection that broke', new Error('Client has encountered a connection error and is not queryable')],
])('a database that is away is known by its failure, %s', (_where, error) => {
  expect(isDependencyDown(error)).toBe(true)
})

it('any other failure is none of a dependency', () => {
  expect(isDependencyDown(new GraphQLError('', { originalError: new TypeError('x is not a function') }))).toBe(false)
  expect(isDependencyDown('ECONNREFUSED')).toBe(false)
})
