import { useEffect, useRef, useState } from 'preact/hooks'
import { Scanner } from '../../components/scanner.tsx'
import type { GateReservationFragment } from '../../generated/operations.ts'
import { useText } from '../../text/language.tsx'
import type { Today } from '../today/use-today.ts'
import { Arrival } from './arrival.tsx'

/** A reservation that was scanned, typed or chosen; `known` as the list has it. */
export interface Target {
  readonly text: string
  readonly known: GateReservationFragment | null
  /** Counts what was opened: the same code scanned again is looked up again. */
  readonly round: number
}

interface ScanPageProperties {
  readonly target: Target | null
  readonly today: Today
  readonly cenoteId: string
  onTarget(text: string): void
  onNext(): void
}

/** A code is scanned by the camera, or typed by a person or a hand scanner that presses Enter. */
export function ScanPage({ target, today, cenoteId, onTarget, onNext }: ScanPageProperties) {
  const translate = useText()
  const [typed, setTyped] = useState('')
  const [isByCamera, setByCamera] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [target])
  const open = (text: string, byCamera: boolean): void => {
    setByCamera(byCamera)
    setTyped('')
    if (text.trim() !== '') onTarget(text.trim())
  }
  return (
    <section class="scan">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          open(typed, false)
        }}
      >
        <label>
          {translate('gate.reference')}
          <input
            ref={field}
            value={typed}
            maxLength={200}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <button class="primary">{translate('gate.find')}</button>
        <Scanner
          key={target ? 'closed' : 'next'}
          startsOpen={target === null && isByCamera}
          onFound={(text) => open(text, true)}
        />
      </form>
      {target && (
        <Arrival
          key={target.round}
          text={target.text}
          known={target.known ?? today.find(target.text)}
          listAt={today.at}
          cenoteId={cenoteId}
          onNext={onNext}
        />
      )}
    </section>
  )
}
