import type { ComponentChildren } from 'preact'
import type { Failure } from '../api/failure.ts'
import { FailureNotice } from './failure-notice.tsx'

interface DecisionProperties {
  /** What the action will do; null while that is unknown. */
  readonly effect: ComponentChildren
  readonly failure: Failure | null
  /** The buttons. */
  readonly children: ComponentChildren
}

/** The footer of a dialog's form, which stays in view: the effect of the action beside its button. */
export function Decision({ effect, failure, children }: DecisionProperties) {
  return (
    <div class="decision">
      {effect}
      <FailureNotice failure={failure} />
      <footer>{children}</footer>
    </div>
  )
}
