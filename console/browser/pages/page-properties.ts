export interface PageProperties {
  /** The address below the page's own. */
  readonly segments: readonly string[]
}
