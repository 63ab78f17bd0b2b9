import type { Context } from '../context.ts'
import type { Upstream } from '../upstream/index.ts'

/** The context of manifests. */
export interface ManifestContext extends Context {
  readonly services: { readonly upstream: Pick<Upstream, 'nameOf'> }
}
