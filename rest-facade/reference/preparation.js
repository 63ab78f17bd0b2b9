/** Executes the examples of `steps`; returns values for the parameters of a path. */
async function prepare(system, steps) {
  const values = {}
  for (const step of steps) {
    const { data } = await executeExample(system, step, values)
    if (step === 'readReservation') {
      values.token = data.documents[0].url.split('/').at(-1)
      values.communicationId = data.communications[0].id
    } else if (step === 'listWebhookDeliveries') values.deliveryId = data[0].id
    else values.id ??= data.id
  }
  return values
}

/** Returns the body of the response; throws with the message of a refusal. */
async function executeExample(system, operationId, values) {
  const { path, method, operation, server } = findOperation(system, operationId)
  const [example] = Object.values(operation.requestBody?.content['application/json'].examples ?? {})
  const body = operation.requestBody && repeatable(operationId, example?.value ?? {})
  const response = await fetch(server + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name])), {
    method,
    headers: { 'X-API-Key': keyOf(system), ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const received = await response.json()
  if (!response.ok) throw new Error(`${operationId} returned ${response.status}: ${received.error?.message}`)
  return received
}

function findOperation(system, operationId) {
  const { paths, servers } = system.specSelectors.specJson().toJS()
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === operationId)
        return { path, method: method.toUpperCase(), operation, server: servers[0].url.replace(/\/$/, '') }
  throw new Error(`${operationId} is not an operation of this API.`)
}

/** An example that succeeds any number of times: at any free time of the day, with an address of its own. */
function repeatable(operationId, example) {
  if (operationId === 'createReservation') return { ...example, visitTime: undefined }
  if (operationId === 'createWebhook')
    return { ...example, url: `${example.url}/${crypto.getRandomValues(new Uint32Array(2)).join('')}` }
  return example
}

const keyOf = (system) => {
  const authorized = system.authSelectors.authorized()
  return authorized.getIn(['apiKey', 'value']) || authorized.getIn(['bearer', 'value']) || ''
}

/** Above the parameters of an operation in `preparations`: a button that creates what it needs and fills in its id. */
globalThis.preparationPlugin = (preparations) => {
  const Preparation = ({ system, path, method, steps }) => {
    const { createElement, useState } = system.React
    const [state, setState] = useState({ isRunning: false, text: '' })
    const what = steps[0] === 'createWebhook' ? 'webhook' : 'reservation'

    async function run() {
      if (!keyOf(system).startsWith('sk_test_'))
        return setState({
          isRunning: false,
          text: 'Press Authorize and enter a key of the sandbox (sk_test_...) first.',
        })
      setState({ isRunning: true, text: '' })
      try {
        const values = await prepare(system, steps)
        for (const [, name] of path.matchAll(/\{(\w+)\}/g))
          system.specActions.changeParam([path, method], name, 'path', values[name], false)
        setState({ isRunning: false, text: `Created ${what} ${values.id}.` })
      } catch (error) {
        setState({ isRunning: false, text: error.message })
      }
    }

    return createElement(
      'div',
      { className: 'preparation' },
      createElement(
        'button',
        { type: 'button', className: 'btn', disabled: state.isRunning, onClick: () => void run() },
        `Create a ${what} in the sandbox`,
      ),
      createElement('span', { role: 'status' }, state.text),
    )
  }

  return () => ({
    wrapComponents: {
      parameters: (Original, system) => (properties) => {
        const { createElement, Fragment } = system.React
        const [path, method] = properties.pathMethod
        const steps = preparations[system.specSelectors.specJson().getIn(['paths', path, method, 'operationId'])]
        return createElement(
          Fragment,
          null,
          steps && createElement(Preparation, { system, path, method, steps }),
          createElement(Original, properties),
        )
      },
    },
  })
}
