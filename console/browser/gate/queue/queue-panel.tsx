import { useEffect, useState } from 'preact/hooks'
import { timeText } from '../../../../platform/values/display.ts'
import { ConfirmButton } from '../../components/confirm.tsx'
import { failureMessage } from '../../text/failure-text.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import { useActs, useGate } from '../session.ts'
import { referenceIn, type Act, type DoneAct } from './act.ts'

/** Without a response in this time an act counts as queued. */
export const responseMilliseconds = 2_000
const shownDone = 3

/** The acts that are not done yet, why any was refused, and those that were sent after a delay. */
export function QueuePanel({ onOpen }: { onOpen(reservation: string): void }) {
  const translate = useText()
  const describe = useDescription()
  const { queue, viewer } = useGate()
  const acts = useActs().acts()
  const [done, setDone] = useState<readonly DoneAct[]>([])
  useRenderingAfter(acts)
  useEffect(
    () =>
      queue.onDone((one) => {
        if (isQueued(one.act)) setDone((before) => [one, ...before].slice(0, shownDone))
      }),
    [queue],
  )
  const stateOf = (act: Act): string => {
    const time = timeText(act.at)
    if (act.refusal) return translate('gate.refused', { message: failureMessage(act.refusal, translate) })
    if (act.environment !== viewer.environment) return translate('gate.otherEnvironment', { time })
    if (!queue.isOwn(act)) return translate('gate.otherKey', { time })
    return isQueued(act) ? translate('gate.queued', { time }) : translate('gate.sending')
  }
  return (
    <>
      {done.map(({ act, reservation }) => (
        <p key={act.id} role="status" class="notice good">
          {translate('gate.sentLater', { act: describe(act, reservation.bookingReference) })}{' '}
          <button type="button" onClick={() => setDone(done.filter((one) => one.act !== act))}>
            {translate('gate.dismiss')}
          </button>
        </p>
      ))}
      {acts.length > 0 && (
        <section class="queue" aria-live="polite">
          <h2>
            {translate('gate.queue')} ({acts.length})
          </h2>
          <ul>
            {acts.map((act) => (
              <li key={act.id} class={act.refusal ? 'notice bad' : 'notice warn'}>
                <strong>{describe(act)}</strong>: {stateOf(act)}
                <span class="acts">
                  {act.refusal && (
                    <>
                      <button type="button" onClick={() => onOpen(act.reservation)}>
                        {translate('gate.open')}
                      </button>
                      <button type="button" onClick={() => queue.remove(act.id)}>
                        {translate('gate.dismiss')}
                      </button>
                    </>
                  )}
                  {!act.refusal && !queue.isOwn(act) && act.environment === viewer.environment && (
                    <button type="button" onClick={() => queue.adopt(act.id)}>
                      {translate('gate.adopt')}
                    </button>
                  )}
                  {/* Money that was taken is not forgotten. */}
                  {!act.refusal && act.deed.kind === 'check_in' && isQueued(act) && (
                    <ConfirmButton label={translate('gate.drop')} onConfirm={() => queue.remove(act.id)}>
                      <p>{translate('gate.dropSure', { act: describe(act) })}</p>
                    </ConfirmButton>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

export const isQueued = ({ at }: Act): boolean => Date.now() - at >= responseMilliseconds

/** Renders again at the moment when the latest act counts as queued. */
function useRenderingAfter(acts: readonly Act[]): void {
  const [, setRound] = useState(0)
  const latest = Math.max(0, ...acts.map(({ at }) => at))
  useEffect(() => {
    const left = latest + responseMilliseconds - Date.now()
    if (left < 0) return
    const timer = setTimeout(() => setRound((round) => round + 1), left + 20)
    return () => clearTimeout(timer)
  }, [latest])
}

function useDescription(): (act: Act, reference?: string) => string {
  const translate = useText()
  const formats = useFormats()
  return ({ deed, reservation }, reference = referenceIn(reservation)) =>
    deed.kind === 'check_in'
      ? translate('gate.act.check_in', { reference })
      : translate(`gate.act.${deed.kind}`, { reference, amount: formats.money(deed.amountCents, deed.currency) })
}
