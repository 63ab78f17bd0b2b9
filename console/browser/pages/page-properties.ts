export interface PageProperties {
  /** The path segments below the page's own path. */
  readonly segments: readonly string[]
}
