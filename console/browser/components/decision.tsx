import type { ComponentChildren } from 'preact'
import type { Failure } from '../api/failure.ts'
import { FailureNotice } from './failure-notice.tsx'

interface DecisionProperties {
  /** What it will do; null while that is not known. */
  readonly effect: ComponentChildren
  readonly failure: Failure | null
  /** The buttons. */
  readonly children: ComponentChildren
}

/** The end of a dialog's form, which stays in view: what it will do stands beside the button that does it. */
export function Decision({ effect, failure, children }: DecisionProperties) {
  return (
    <div class="decision">
      {effect}
      <FailureNotice failure={failure} />
      <footer>{children}</footer>
    </div>
  )
}
