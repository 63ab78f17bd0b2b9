/** Executes the examples of `steps`; returns values for the parameters of a path. */
export async function prepare(description, steps, key) {
  const values = {}
  for (const step of steps) {
    const { data } = await executeExample(description, step, values, key)
    if (step === 'readReservation') {
      values.token = data.documents[0].url.split('/').at(-1)
      values.communicationId = data.communications[0].id
    } else if (step === 'listWebhookDeliveries') values.deliveryId = data[0].id
    else if (step === 'replayWebhook') values.replayId = data.id
    else values.id ??= data.id
  }
  return values
}

/** Returns the body of the response; throws with the message of a refusal. */
async function executeExample(description, operationId, values, key) {
  const { path, method, operation } = operationOf(description, operationId)
  const [example] = Object.values(operation.requestBody?.content['application/json'].examples ?? {})
  const body = operation.requestBody && repeatable(operationId, example?.value ?? {})
  const server = description.servers[0].url.replace(/\/$/, '')
  const response = await fetch(server + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name])), {
    method: method.toUpperCase(),
    headers: { 'X-API-Key': key, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const received = await response.json()
  if (!response.ok)
    throw new Error(`${operationId} returned ${response.status}: ${received.error?.message ?? received.detail}`)
  return received
}

/** The operations of an OpenAPI document with their path and method. */
export const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

export const operationOf = (description, operationId) =>
  operationsOf(description).find(({ operation }) => operation.operationId === operationId)

/** An example that succeeds any number of times: at any free time of the day, with an address of its own. */
function repeatable(operationId, example) {
  if (operationId === 'createReservation') return { ...example, visitTime: undefined }
  if (operationId === 'createWebhook')
    return { ...example, url: `${example.url}/${crypto.getRandomValues(new Uint32Array(2)).join('')}` }
  return example
}
