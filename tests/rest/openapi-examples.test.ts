import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { restSamples, type RestSample } from '../access/table/rest.ts'
import { World } from '../access/table/world.ts'
import { filledPath, openApiOf, operationsOf, ResponseCheck, type DocumentedOperation } from '../testkit/openapi.ts'
import { keys, partner, startTestProduct, type Json, type TestProduct, type TestResponse } from '../testkit/product.ts'
import { ResponseRecorder } from './response-recorder.ts'

let product: TestProduct
let world: World
let document: Json
let samples: Record<string, RestSample>
let recorder: ResponseRecorder

beforeAll(async () => {
  product = await startTestProduct()
  world = new World(product)
  document = await openApiOf(product.url)
  samples = restSamples(world)
  recorder = new ResponseRecorder(product.url)
})
afterAll(() => product.close())

const operations = (): DocumentedOperation[] => operationsOf(document)

const operationOf = (operationId: string): DocumentedOperation =>
  operations().find(({ definition }) => definition.operationId === operationId) as DocumentedOperation

/** The bodies of the examples of an operation; one without a body has one that is undefined. */
const bodiesOf = ({ definition: { requestBody } }: DocumentedOperation): unknown[] => {
  const examples: Json[] = Object.values(requestBody?.content['application/json'].examples ?? {})
  return examples.length > 0 ? examples.map(({ value }) => value) : [requestBody && {}]
}

const send = async (
  { method, definition }: DocumentedOperation,
  address: string,
  body?: unknown,
  key: string = keys.demo,
  headers: Record<string, string> = {},
): Promise<TestResponse> => {
  const response = await partner(product.url, key).send(method.toUpperCase(), address, body, headers)
  recorder.record(definition.operationId, response)
  return response
}

/** The address of the example of an operation whose parameters have examples. */
function exampleAddress({ path, definition }: DocumentedOperation): string {
  const given = (definition.parameters as Json[]).filter(({ example }) => example !== undefined)
  const valuesIn = (place: string): Record<string, string> =>
    Object.fromEntries(given.filter((one) => one.in === place).map(({ name, example }) => [name, String(example)]))
  return `${filledPath(path, valuesIn('path'))}?${new URLSearchParams(valuesIn('query'))}`
}

/** Whether the path has a parameter without an example: the id of what an earlier operation has created. */
const isAddressed = ({ definition }: DocumentedOperation): boolean =>
  (definition.parameters as Json[]).some((one) => one.in === 'path' && one.example === undefined)

describe('the examples', () => {
  it('of operations on an id succeed with the id that the parameter describes', async () => {
    const executed = new Set<string>()
    const failed: unknown[] = []
    const execute = async (operationId: string, values: Record<string, string> = {}): Promise<Json> => {
      const operation = operationOf(operationId)
      const response = await send(operation, filledPath(operation.path, values), bodiesOf(operation)[0])
      executed.add(operationId)
      if (response.status >= 300) failed.push([operationId, response.status, response.body])
      return response.body
    }
    const reserve = async (...steps: string[]): Promise<Record<string, string>> => {
      const { id } = (await execute('createReservation')).data
      for (const step of steps) await execute(step, { id })
      return { id }
    }
    const changes = operationOf('listAvailabilityChanges')
    const { nextCursor } = (await partner(product.url).get(exampleAddress(changes))).body.pagination
    await reserve('modifyReservation', 'extendReservation', 'readReservationQrCode')
    await reserve('sendPaymentLink', 'recordPayment')
    const { id = '' } = await reserve('confirmReservation', 'checkInReservation', 'completeReservation')
    const [{ url }] = (await execute('readReservation', { id })).data.documents
    const { id: reservation = '' } = await reserve()
    await partner(product.url).post(`/api/partner/reservations/${reservation}/confirm`, { confirmationEmail: true })
    const [{ id: communicationId }] = (await execute('readReservation', { id: reservation })).data.communications
    await execute('resendCommunication', { id: reservation, communicationId })
    await execute('readDocument', { token: url.split('/').at(-1) })
    await reserve('confirmReservation', 'quoteCancellation', 'cancelReservation', 'refundReservation')
    await reserve('confirmReservation', 'markReservationNoShow')

    const webhook = { id: (await execute('createWebhook')).data.id }
    for (const step of ['readWebhook', 'updateWebhook', 'rotateWebhookSecret', 'pingWebhook'])
      await execute(step, webhook)
    const [{ id: deliveryId }] = (await execute('listWebhookDeliveries', webhook)).data
    await execute('redeliverWebhookDelivery', { ...webhook, deliveryId })
    const { id: replayId } = (await execute('replayWebhook', webhook)).data
    await execute('readWebhookReplay', { ...webhook, replayId })
    await execute('deleteWebhook', webhook)
    // What follows the cursor of the example, which is the end of the log.
    await send(changes, `${changes.path}?after=${nextCursor}`)

    expect(failed).toEqual([])
    const addressed = operations().filter(isAddressed)
    expect(addressed.map(({ definition }) => definition.operationId).filter((one) => !executed.has(one))).toEqual([])
    const undescribed = addressed.flatMap(({ path, definition }) =>
      (definition.parameters as Json[])
        .filter((one) => one.in === 'path' && one.example === undefined && !/`/.test(one.description ?? ''))
        .map(({ name }) => [path, name]),
    )
    expect(undescribed).toEqual([])
  })

  it('succeed as they are with the demo data', async () => {
    const failed: unknown[] = []
    let sent = 0
    // The next test has those that change the inventory or end a key; a picture is no example in JSON.
    const others = ['refreshKey', 'overrideCenoteAvailability', 'uploadImage']
    for (const operation of operations().filter((one) => !isAddressed(one))) {
      const { operationId } = operation.definition
      if (others.includes(operationId)) continue
      for (const body of bodiesOf(operation)) {
        const response = await send(operation, exampleAddress(operation), body)
        sent += 1
        if (response.status >= 300) failed.push([operationId, response.status, response.body])
      }
    }
    expect(failed).toEqual([])
    expect(sent).toBeGreaterThan(30)
  })

  it('of operations that change the inventory or end a key succeed, too', async () => {
    for (const [operationId, key] of [
      ['overrideCenoteAvailability', keys.demo],
      ['refreshKey', 'sk_test_demo_pro'],
    ] as const) {
      const operation = operationOf(operationId)
      const response = await send(operation, exampleAddress(operation), bodiesOf(operation)[0], key)
      expect([operationId, response.status < 300, response.body]).toEqual([operationId, true, expect.anything()])
    }
    const { body, contentType = '', need } = samples['uploadImage'] as RestSample
    const upload = operationOf('uploadImage')
    const key = (await world.keyOf('own', need)) ?? undefined
    const image = await send(upload, upload.path, body?.(), key, { 'Content-Type': contentType })
    expect(image).toHaveStatus(201)
  })
})

describe('the recorded responses', () => {
  // When this fails: WRITE_EXAMPLES=yes npm run test:all -- tests/rest/openapi-examples, then again without it.
  afterAll(async () => {
    if (process.env['WRITE_EXAMPLES'] !== undefined) await recorder.write()
  })

  it('show a success of each operation, as its schema has it', () => {
    const check = new ResponseCheck(document)
    const wrong: unknown[] = []
    const shown = new Set<string>()
    for (const { definition } of operations())
      for (const [status, { description, content = {} }] of Object.entries<Json>(definition.responses))
        for (const [type, { schema, examples = {} }] of Object.entries<Json>(content)) {
          const value = examples.example?.value
          if (Number(status) >= 300 || value === undefined) continue
          shown.add(definition.operationId)
          if (type === 'application/json') wrong.push(...check.schemaErrors(schema, value))
          const columns = type === 'text/csv' ? (value as string).split('\r\n', 1)[0]?.split(',') : []
          wrong.push(...(columns ?? []).filter((column) => !description.includes(`\`${column}\``)))
        }
    expect(wrong).toEqual([])
    const withBody = operations().filter(({ definition }) => definition.responses['204'] === undefined)
    expect(withBody.map(({ definition }) => definition.operationId).filter((one) => !shown.has(one))).toEqual([])
  })
})
