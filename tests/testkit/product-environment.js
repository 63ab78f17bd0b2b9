import { TestEnvironment } from 'jest-environment-node'

/**
 * Node with the built product beside the tests: Jest evaluates what a test file imports again for each file, but the
 * product, which tests address over the network, is loaded once per worker.
 */
export default class ProductEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    this.global.importOutside = (specifier) => import(specifier)
  }
}
