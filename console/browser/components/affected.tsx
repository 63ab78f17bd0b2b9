import { useRef, useState } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'
import { ConfirmButton } from './confirm.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { CheckField, SelectField } from './fields.tsx'
import { StatusBadge } from './badge.tsx'
import type { DisruptionReason, ReservationStatus, ReservationsChoice } from '../generated/operations.ts'
import { useSession } from '../session/context.tsx'
import type { LabelOf } from '../text/failure-text.ts'
import { useFormats } from '../text/format.ts'
import { useText } from '../text/language.tsx'

/** How reservations are treated, as the mutations take it. */
export interface Choice {
  readonly reservations: ReservationsChoice
  readonly cancellationReason: DisruptionReason | null
  readonly notifyGuests: boolean
}

/** The details of EXISTING_RESERVATIONS; the amounts and the list are for operators. */
interface Existing {
  readonly reservations: number
  readonly people: number
  /** The sums of full refunds. */
  readonly refunds?: readonly { readonly currency: string; readonly amountCents: number }[]
  readonly first?: readonly {
    readonly id: string
    readonly bookingReference: string
    readonly partner: { readonly name: string | null }
    readonly visitDate: string
    readonly visitTime: string
    readonly people: number
    readonly status: string
  }[]
}

const reasons: readonly DisruptionReason[] = ['WEATHER', 'MAINTENANCE', 'CAPACITY_ISSUE', 'FORCE_MAJEURE']

interface AffectedProperties {
  /** As it was sent: once it changes, the reservations shown are no longer those that it meets. */
  readonly input: unknown
  readonly failure: Failure | null
  readonly labelOf?: LabelOf | undefined
  readonly isRunning: boolean
  choose(choice: Choice): void
}

/** Why a change was refused: the reservations that it affects, with what operators may do about them, or any other failure. */
export function Affected({ input, failure, labelOf, isRunning, choose }: AffectedProperties) {
  const translate = useText()
  const formats = useFormats()
  const { may } = useSession()
  const sent = JSON.stringify(input)
  const refused = useRef({ failure, sent })
  if (refused.current.failure !== failure) refused.current = { failure, sent }
  const [reason, setReason] = useState<DisruptionReason | ''>('')
  const [notifyGuests, setNotifyGuests] = useState(true)
  if (failure?.code !== 'EXISTING_RESERVATIONS') return <FailureNotice failure={failure} labelOf={labelOf} />
  if (refused.current.sent !== sent) return null
  const { reservations, people, refunds = [], first } = failure.details as Existing
  const options = reasons.map((value) => ({ value, label: translate(`cancel.reason.${value}`) }))
  return (
    <div class="affected" role="alert">
      <p>
        <strong>{translate('disruptions.standing', { reservations, people })}</strong>
      </p>
      {first && <StandingList first={first} total={reservations} />}
      {may('platform:manage') && (
        <>
          <div class="filters">
            <SelectField<DisruptionReason | ''>
              label={translate('disruptions.reason')}
              value={reason}
              options={[{ value: '', label: translate('disruptions.reasonOfClosure') }, ...options]}
              onChange={setReason}
            />
            <CheckField label={translate('disruptions.notify')} value={notifyGuests} onChange={setNotifyGuests} />
          </div>
          <p class="tools">
            <button
              type="button"
              disabled={isRunning}
              onClick={() => choose({ reservations: 'KEEP', cancellationReason: null, notifyGuests })}
            >
              {translate('disruptions.keep')}
            </button>
            <ConfirmButton
              label={translate('disruptions.cancel')}
              look="danger"
              disabled={isRunning}
              onConfirm={() => choose({ reservations: 'CANCEL', cancellationReason: reason || null, notifyGuests })}
            >
              <p>
                {translate('disruptions.cancelSure', { reservations, people })}{' '}
                {refunds.length > 0
                  ? translate('disruptions.refunds', { amount: formats.amounts(refunds) })
                  : translate('disruptions.nothingPaid')}
              </p>
            </ConfirmButton>
          </p>
        </>
      )}
    </div>
  )
}

function StandingList({ first, total }: { readonly first: NonNullable<Existing['first']>; readonly total: number }) {
  const translate = useText()
  const formats = useFormats()
  return (
    <>
      <ul>
        {first.map(({ id, bookingReference, partner, visitDate, visitTime, people, status }) => (
          <li key={id}>
            {formats.date(visitDate)}, {visitTime} <code>{bookingReference}</code> <bdi>{partner.name}</bdi>{' '}
            {translate('disruptions.people', { people })}{' '}
            <StatusBadge status={status.toUpperCase() as ReservationStatus} />
          </li>
        ))}
      </ul>
      {total > first.length && <p class="hint">{translate('disruptions.more', { count: total - first.length })}</p>}
    </>
  )
}
