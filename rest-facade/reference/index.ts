import { readFileSync } from 'node:fs'
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui'
import { preparations } from '../openapi/index.ts'

const file = (filename: string): { filename: string; content: string } => ({
  filename,
  content: readFileSync(new URL(filename, import.meta.url), 'utf8'),
})

/** A setting that the page evaluates: a function whose source is printed into its script. */
function script(text: string): () => never {
  const printed = (): never => {
    throw new Error('Only the page evaluates this.')
  }
  return Object.assign(printed, { toString: () => text })
}

/**
 * Settings of the reference at /docs/api: accessible names, the example key filled in, and a button that creates the
 * reservation or webhook that an operation needs in the sandbox.
 */
export function referenceOptions(exampleKey: string | undefined): Pick<FastifySwaggerUiOptions, 'theme' | 'uiConfig'> {
  const authorize = `ui.preauthorizeApiKey('apiKey', ${JSON.stringify(exampleKey)})`
  return {
    theme: {
      title: 'REST reference',
      css: [file('reference.css')],
      js: [file('accessible-names.js'), file('local-references.js'), file('preparation.js')],
    },
    uiConfig: {
      tryItOutEnabled: true,
      persistAuthorization: false,
      plugins: [
        // Of the page without this setting, too.
        script('SwaggerUIBundle.plugins.DownloadUrl'),
        script('localReferencesPlugin'),
        script(`preparationPlugin(${JSON.stringify(preparations)})`),
      ],
      onComplete: script(exampleKey === undefined ? '() => undefined' : `() => setTimeout(() => ${authorize})`),
    },
  }
}
