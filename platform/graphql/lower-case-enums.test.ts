import { expect, it } from '@jest/globals'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { graphql, parse } from 'graphql'
import { asWritten, lowerCaseValues, withOtherValues } from './lower-case-enums.ts'

const contract = parse(`
  directive @lowerCase on ENUM
  enum Status @lowerCase { NOT_PAID SENT OTHER }
  enum Kind @lowerCase { TICKET }
  enum Color { RED }
  input MessageInput { text: String, statuses: [Status!]!, kind: Kind, color: Color, replies: [MessageInput!] }
  type Query { statuses: [Status] kind: Kind color: Color passed(status: Status): String }`)
const received: unknown[] = []
const schema = withOtherValues(
  buildSubgraphSchema({
    typeDefs: contract,
    resolvers: {
      ...lowerCaseValues(contract),
      Query: {
        statuses: () => ['not_paid', 'sent', 'bounced', 'SENT', null],
        kind: () => 'letter',
        color: () => 'RED',
        passed: (_parent: unknown, { status }: { status: unknown }) => void received.push(status),
      },
    },
  }),
  contract,
)

it('an enum marked @lowerCase is stored in lower case and shown in capitals, and what it does not have is OTHER', async () => {
  const { data, errors } = await graphql({ schema, source: '{ statuses color passed(status: NOT_PAID) }' })
  expect(errors).toBeUndefined()
  expect(data).toMatchObject({ statuses: ['NOT_PAID', 'SENT', 'OTHER', 'OTHER', null], color: 'RED' })
  expect(received).toEqual(['not_paid'])
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
