import { expect, it } from '@jest/globals'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { graphql, parse, printSchema } from 'graphql'
import { asWritten, lowerCaseValues, withConvertedDefaults, withOtherValues } from './lower-case-enums.ts'

const contract = parse(`
  directive @lowerCase on ENUM
  enum Status @lowerCase { NOT_PAID SENT OTHER }
  enum Kind @lowerCase { TICKET }
  enum Color { RED }
  input ReplyInput { status: Status! = SENT, to: Status }
  input MessageInput { text: String, statuses: [Status!]!, kind: Kind, color: Color, replies: [MessageInput!] }
  type Query { statuses: [Status] kind: Kind color: Color passed(status: Status = SENT, reply: ReplyInput = { to: NOT_PAID }): String }`)
const received: unknown[] = []
const schema = withConvertedDefaults(
  withOtherValues(
    buildSubgraphSchema({
      typeDefs: contract,
      resolvers: {
        ...lowerCaseValues(contract),
        Query: {
          statuses: () => ['not_paid', 'sent', 'bounced', 'SENT', null],
          kind: () => 'letter',
          color: () => 'RED',
          passed: (_parent: unknown, args: unknown) => void received.push(args),
        },
      },
    }),
    contract,
  ),
)

it('an enum marked @lowerCase is stored in lower case and shown in capitals, and what it does not have is OTHER', async () => {
  const { data, errors } = await graphql({ schema, source: '{ statuses color passed(status: NOT_PAID) }' })
  expect(errors).toBeUndefined()
  expect(data).toMatchObject({ statuses: ['NOT_PAID', 'SENT', 'OTHER', 'OTHER', null], color: 'RED' })
  expect(received.pop()).toMatchObject({ status: 'not_paid' })
})

it('a default of an enum marked @lowerCase is received in lower case and shown in capitals', async () => {
  await graphql({ schema, source: '{ passed }' })
  expect(received.pop()).toEqual({ status: 'sent', reply: { status: 'sent', to: 'not_paid' } })
  expect(printSchema(schema)).toContain(
    'passed(status: Status = SENT, reply: ReplyInput = {status: SENT, to: NOT_PAID})',
  )
})

it('an enum without OTHER refuses a value that it does not have', async () => {
  const { errors } = await graphql({ schema, source: '{ kind }' })
  expect(errors?.[0]?.message).toContain('"letter"')
})

it('a stored form is written as its input, at any depth, with what an enum does not have as it is', () => {
  const stored = { text: 'sent', statuses: ['sent', 'bounced'], kind: null, color: 'RED', version: 1 }
  const written = { text: 'sent', statuses: ['SENT', 'bounced'], kind: null, color: 'RED', version: 1 }
  expect(asWritten(schema, 'MessageInput', { ...stored, replies: [{ statuses: ['not_paid'] }] })).toEqual({
    ...written,
    replies: [{ statuses: ['NOT_PAID'] }],
  })
})
