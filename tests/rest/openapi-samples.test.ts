import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { parseSync } from '@swc/core'
import buildDocuments from '../../rest-facade/build-documents.ts'
import type { CodeSample, Document, Operation } from '../../rest-facade/openapi/model.ts'

let operations: Operation[]
const samplesIn = (lang: string): CodeSample[] =>
  operations.flatMap((operation) => (operation['x-codeSamples'] ?? []).filter((sample) => sample.lang === lang))
const sampleOf = (operationId: string): string[] =>
  operations
    .find((operation) => operation.operationId === operationId)
    ?.['x-codeSamples']?.map(({ source }) => source) ?? []

describe('the samples of the OpenAPI document', () => {
  beforeAll(async () => {
    const supplier = { id: 'cenotes', name: 'Cenotes' }
    const documents = await buildDocuments({ publicUrl: 'https://api.example', supplier, today: '2027-01-01' })
    const { paths } = JSON.parse(documents['/openapi.json']) as Document
    operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  })

  it('are there for every operation in three languages, and lead to a guide', () => {
    expect(operations.length).toBeGreaterThan(50)
    for (const { operationId, externalDocs, 'x-codeSamples': samples = [] } of operations)
      expect([operationId, externalDocs?.description, samples.map(({ label }) => label)]).toEqual([
        operationId,
        'Guide',
        ['curl', 'TypeScript', 'Python'],
      ])
  })

  it('are valid TypeScript', () => {
    const parsed = samplesIn('TypeScript').map(({ source }) =>
      parseSync(source, { syntax: 'typescript', target: 'es2022' }),
    )
    expect(parsed).toHaveLength(operations.length)
  })

  it.each([
    ['Shell', 'bash', ['-n']],
    ['Python', 'python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())']],
  ])('are valid %s', (lang, program, args) => {
    const input = samplesIn(lang)
      .map(({ source }) => source)
      .join('\n\n')
    const { status, stderr, error } = spawnSync(program, args, { input })
    expect([error, status, String(stderr)]).toEqual([undefined, 0, ''])
  })

  it('have the example of the operation, and names where the caller has to put a value', () => {
    const [curl, typeScript, python] = sampleOf('recordPayment')
    expect(curl).toMatch(
      /^curl -sS -X POST 'https?:\/\/[^/]+\/api\/partner\/reservations\/RESERVATION_ID\/payments' \\\n/,
    )
    expect(curl).toContain('"amount": 500')
    expect(typeScript).toContain("client.POST('/api/partner/reservations/{id}/payments', {")
    expect(typeScript).toContain("path: { id: 'RESERVATION_ID' }")
    expect(python).toContain('json.dumps({')
    expect(python).toContain('"Idempotency-Key": str(uuid.uuid4())')
  })
})
