import { describe, expect, it } from '@jest/globals'
import './local-references.js'

interface Plugin {
  readonly fn: { resolveSubtree(document: object, path: readonly string[]): Promise<{ spec: unknown }> }
}

const { fn } = (globalThis as unknown as { localReferencesPlugin: () => Plugin }).localReferencesPlugin()

const document = {
  paths: { '/a': { get: { schema: { $ref: '#/components/schemas/Refusal', title: 'Own' } } } },
  components: {
    schemas: {
      Failure: { required: ['code'], properties: { code: { type: 'string', enum: ['A', 'B', 'C'] } } },
      Refusal: {
        allOf: [
          { $ref: '#/components/schemas/Failure' },
          { required: ['status'], properties: { code: { enum: ['B'] }, status: { type: 'integer' } } },
        ],
      },
      Tree: { properties: { left: { $ref: '#/components/schemas/Tree' } } },
    },
  },
}

describe('the references of an operation in the reference of REST', () => {
  it('are replaced by their targets, merged with their siblings, and schemas of allOf are merged', async () => {
    expect(await fn.resolveSubtree(document, ['paths', '/a', 'get'])).toMatchObject({
      spec: {
        schema: {
          $$ref: '#/components/schemas/Refusal',
          title: 'Own',
          required: ['code', 'status'],
          properties: { code: { type: 'string', enum: ['B'] }, status: { type: 'integer' } },
        },
      },
    })
  })

  it('of a schema that contains itself remain where it recurs', async () => {
    const left = { $ref: '#/components/schemas/Tree' }
    expect(await fn.resolveSubtree(document, ['components', 'schemas', 'Tree', 'properties', 'left'])).toMatchObject({
      spec: { properties: { left } },
    })
  })
})
