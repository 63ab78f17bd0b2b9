import { expect, it } from '@jest/globals'
import { GraphQLError } from 'graphql'
import { isDependencyDown, Unavailable } from './failures.ts'

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
  [
    'by a socket that was destroyed before it was written to',
    Object.assign(new Error('Cannot call write after a stream was destroyed'), { code: 'ERR_STREAM_DESTROYED' }),
  ],
  ['by a connection that broke', new Error('Client has encountered a connection error and is not queryable')],
  [
    'by a coordinator whose connection to a worker broke',
    Object.assign(new Error('connection to the remote node failed: server closed the connection unexpectedly'), {
      code: 'XX000',
    }),
  ],
])('a database that is away is known by its failure, %s', (_where, error) => {
  expect(isDependencyDown(error)).toBe(true)
})

const postgresError = (code: string): Error =>
  Object.assign(new Error('what PostgreSQL says'), { code, severity: 'ERROR' })

it.each([
  ['the disk is full', '53100'],
  ['memory has run out', '53200'],
  ['there are too many connections', '53300'],
  ['a statement took too long', '57014'],
  ['the server shuts down', '57P01'],
  ['the server crashed', '57P02'],
  ['the server starts', '57P03'],
  ['the system below fails', '58000'],
  ['a file cannot be read or written', '58030'],
  ['the connection is refused', '08001'],
  ['the connection broke', '08006'],
  ['a transaction was idle for too long', '25P03'],
  ['a lock is not free', '55P03'],
  ['the transaction was undone for another', '40P01'],
  ['the server has become a standby', '25006'],
])('the database is away when %s (%s), in what Prisma makes of it too', (_what, code) => {
  expect(isDependencyDown(postgresError(code))).toBe(true)
  const adapted = Object.assign(new Error('Raw query failed'), {
    code: 'P2010',
    meta: { driverAdapterError: { cause: { originalCode: code } } },
  })
  expect(isDependencyDown(adapted)).toBe(true)
})

it.each(['23505', '22P02', '42601', '42501', '22001', 'XX001', 'CEN01'])(
  'the database is not away when a statement is wrong or the data are (%s)',
  (code) => {
    expect(isDependencyDown(postgresError(code))).toBe(false)
  },
)

it('a full disk of this machine counts too, and so does what is reported as unavailable', () => {
  expect(isDependencyDown(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(true)
  expect(isDependencyDown(new Unavailable('The database does not respond'))).toBe(true)
})

it('any other failure is none of a dependency', () => {
  expect(isDependencyDown(new GraphQLError('', { originalError: new TypeError('x is not a function') }))).toBe(false)
  expect(isDependencyDown('ECONNREFUSED')).toBe(false)
})
