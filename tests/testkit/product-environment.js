import { TestEnvironment } from 'jest-environment-node'

/**
 * Node with the built product beside the tests: Jest evaluates what a test file imports again for each file, but the
 * product, which tests address over the network, is loaded once per worker. To the message of a test that fails it adds
 * the last responses of the product, because most failures follow from one that is not as expected.
 */
export default class ProductEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    this.global.importOutside = (specifier) => import(specifier)
  }

  handleTestEvent({ name, error }) {
    if (name === 'test_start') this.global.lastResponses = []
    if (name !== 'test_fn_failure' && name !== 'hook_failure') return
    const { message } = error ?? {}
    if (typeof message !== 'string') return
    const responses = (this.global.lastResponses ?? [])
      .map((describe) => describe())
      .filter((text) => !message.includes(text))
    if (responses.length === 0) return
    const explained = `${message}\n\nThe last responses, the latest first:\n\n${responses.join('\n\n')}\n`
    const { stack } = error
    error.message = explained
    if (typeof stack === 'string') error.stack = stack.replace(message, () => explained)
  }
}
