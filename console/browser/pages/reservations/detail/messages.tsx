import { useEffect } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { ResendCommunicationDocument, type ReservationDetailFragment } from '../../../generated/operations.ts'
import { useSession } from '../../../session/context.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { translateValue } from '../../../text/text.ts'

type Message = ReservationDetailFragment['communications'][number]

interface MessagesProperties {
  readonly reservation: Pick<ReservationDetailFragment, 'id' | 'communications'>
  /** Reads the reservation again. */
  onChange(): void
}

const readAgainMilliseconds = 2_000
/** An attempt due by then is awaited; the clocks may differ. */
const soonMilliseconds = 60_000

/** The messages to the guest, each with its attempts and a button that sends it again. */
export function Messages({ reservation: { id, communications }, onChange }: MessagesProperties) {
  const translate = useText()
  const { may } = useSession()
  const { run, failure, isRunning } = useMutation(ResendCommunicationDocument)
  // A mail that is being sent is no event of the reservation.
  const isSending = communications.some(
    ({ status, scheduledFor }) =>
      status === 'SCHEDULED' && scheduledFor !== null && Date.parse(scheduledFor) <= Date.now() + soonMilliseconds,
  )
  useEffect(() => {
    if (!isSending) return undefined
    const timer = setTimeout(onChange, readAgainMilliseconds)
    return () => clearTimeout(timer)
  }, [communications])
  const resend = async (communicationId: string): Promise<void> => {
    if (await run({ input: { id, communicationId } })) onChange()
  }
  return (
    <section class="card">
      <h3>{translate('detail.messages')}</h3>
      {communications.length === 0 && <p class="hint">{translate('common.none')}</p>}
      <FailureNotice failure={failure} />
      <ul class="plain">
        {communications.map((message) => (
          <li key={message.communicationId}>
            <State message={message} />{' '}
            {may('reservations:write') && (
              <button
                type="button"
                disabled={isRunning}
                aria-label={translate('detail.message.resend.of', {
                  type: translateValue(translate, 'message', message.type.toLowerCase()),
                })}
                onClick={() => void resend(message.communicationId)}
              >
                {translate('detail.message.resend')}
              </button>
            )}
            <Attempts message={message} />
            <TestMail message={message} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function State({ message: { type, status, sentAt, scheduledFor, recipient } }: { message: Message }) {
  const translate = useText()
  const formats = useFormats()
  const at = status === 'SCHEDULED' ? scheduledFor : sentAt
  const text =
    status === 'SENT'
      ? 'detail.message.sent'
      : status === 'SCHEDULED'
        ? 'detail.message.scheduled'
        : 'detail.message.failed'
  return (
    <>
      <strong>{translateValue(translate, 'message', type.toLowerCase())}</strong>{' '}
      <bdi>{translate(text, { at: at === null ? '' : formats.instant(at), recipient })}</bdi>
    </>
  )
}

function Attempts({ message: { attempts } }: { message: Message }) {
  const translate = useText()
  const formats = useFormats()
  if (attempts.length === 0) return null
  return (
    <ol class="plain hint">
      {attempts.map(({ at, error }, index) => (
        <li key={index}>
          {error === null
            ? translate('detail.message.attempt.sent', { at: formats.instant(at) })
            : translate('detail.message.attempt.failed', { at: formats.instant(at), error })}
        </li>
      ))}
    </ol>
  )
}

function TestMail({ message: { type, testMail } }: { message: Message }) {
  const translate = useText()
  if (!testMail) return null
  return (
    <details>
      <summary>
        <bdi>{testMail.subject}</bdi>
      </summary>
      <pre class="long-text" dir="auto" tabIndex={0}>
        {testMail.text}
      </pre>
      <a href={`data:text/html;base64,${base64Of(testMail.html)}`} download={`${type}.html`}>
        {translate('detail.message.html')}
      </a>
    </details>
  )
}

/** For files that are downloaded: untrusted content is not shown inside this page. */
const base64Of = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
