/** Draws the reference of /openapi.json with Scalar, whose script has run before this one. */
import './accessible-names.js'
import { operationOf, operationsOf, prepare } from './preparation.js'

const root = document.getElementById('reference')
const outcome = document.getElementById('outcome')
const preparations = JSON.parse(root.dataset.preparations)
const description = await (await fetch('/openapi.json')).json()

const resourceOf = (operationId) => (preparations[operationId][0] === 'createWebhook' ? 'webhook' : 'reservation')

/** The hash that the renderer has for an operation. Links have `#<operationId>`, whatever renders the reference. */
function rendererHash(hash) {
  const name = decodeURIComponent(hash.replace(/^.*#/, ''))
  const tag = operationOf(description, name)?.operation.tags[0].toLowerCase()
  return tag && `#tag/${tag}/${name}`
}

const settings = () => ({
  // A copy, because changes of the same object are not drawn.
  content: structuredClone(description),
  authentication: {
    preferredSecurityScheme: 'apiKey',
    securitySchemes: { apiKey: { value: key }, bearer: { token: key } },
  },
  onBeforeRequest: ({ request }) => {
    key = request.headers.get('X-API-Key') ?? request.headers.get('Authorization')?.replace(/^Bearer /, '') ?? key
  },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideModels: true,
  documentDownloadType: 'none',
  // The document has samples of its own.
  hiddenClients: true,
  defaultOpenFirstTag: false,
  orderSchemaPropertiesBy: 'preserve',
  generateOperationSlug: ({ operationId }) => operationId,
  redirect: rendererHash,
})

/** The key of the request that was tried last, or else the one that every reader may use. */
let key = root.dataset.key

/** Creates what an operation needs, and draws the reference with its ids filled in. */
async function create(operationId) {
  if (!key.startsWith('sk_test_')) {
    outcome.textContent = 'Send a request with a key of the sandbox (sk_test_...) first.'
    return
  }
  outcome.textContent = `Creating a ${resourceOf(operationId)}…`
  try {
    const values = await prepare(description, preparations[operationId], key)
    for (const parameter of operationOf(description, operationId).operation.parameters)
      if (parameter.in === 'path') parameter.example = values[parameter.name]
    reference.updateConfiguration(settings())
    outcome.textContent = `Created ${resourceOf(operationId)} ${values.id}.`
  } catch (error) {
    outcome.textContent = error.message
  }
}

for (const { operation } of operationsOf(description)) {
  if (!(operation.operationId in preparations)) continue
  const offer = `[Create a ${resourceOf(operation.operationId)} in the sandbox](#create-for-${operation.operationId})`
  operation.description = [operation.description, `${offer} and fill in its id.`].filter(Boolean).join('\n\n')
}
root.replaceChildren()
const reference = globalThis.Scalar.createApiReference(root, settings())

addEventListener('hashchange', () => {
  const hash = rendererHash(location.hash)
  if (hash) location.replace(hash)
})
document.addEventListener('click', (event) => {
  const operationId = /#create-for-(\w+)$/.exec(event.target.closest?.('a')?.getAttribute('href'))?.[1]
  if (!operationId) return
  event.preventDefault()
  void create(operationId)
})
