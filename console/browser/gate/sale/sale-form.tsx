import { useEffect, useState } from 'preact/hooks'
import { isBlank } from '../../../../platform/values/text.ts'
import { ageBreakdownOf, partyOf, peopleOf } from '../../../../schema/ages.ts'
import { FailureNotice } from '../../components/failure-notice.tsx'
import { SelectField, TextField } from '../../components/fields.tsx'
import { localNow } from '../../components/local-date.ts'
import { useSettled } from '../../components/use-settled.ts'
import {
  GateHoldDocument,
  GatePriceDocument,
  GateSlotsDocument,
  type GatePriceQuery,
  type GateReservationFragment,
} from '../../generated/operations.ts'
import { saleSlots, type SaleSlot } from '../../sale/slots.ts'
import { useAttempt } from '../../sale/use-attempt.ts'
import { useUnsaved } from '../../navigation/unsaved.tsx'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import type { GateFailure } from '../api.ts'
import { zoneOf } from '../day.ts'
import { PartyPicker } from '../scan/party.tsx'
import { useGate } from '../session.ts'

interface SaleFormProperties {
  /** The cenote of this entrance; empty when it is to be chosen. */
  readonly entranceCenoteId: string
  onHeld(reservation: GateReservationFragment): void
}

type Price = NonNullable<GatePriceQuery['cenote']>['priceCalculation']

/** The cenote, slot and party of a sale, with its price. */
export function SaleForm({ entranceCenoteId, onHeld }: SaleFormProperties) {
  const translate = useText()
  const formats = useFormats()
  const { api, cenotes } = useGate()
  const [chosenId, setChosenId] = useState(entranceCenoteId || (cenotes[0]?.id ?? ''))
  const [slots, setSlots] = useState<readonly SaleSlot[] | null>(null)
  const [time, setTime] = useState<string | null>(null)
  const [party, setParty] = useState(() => partyOf({ adults: 1 }))
  const [price, setPrice] = useState<Price | null>(null)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  // The slot and the party are chosen again by a tap or two.
  useUnsaved([name, email])
  const [failure, setFailure] = useState<GateFailure | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [round, setRound] = useState(0)
  const zone = zoneOf(cenotes, chosenId)
  const settled = useSettled(party)

  useEffect(() => {
    let isLatest = true
    const now = localNow(zone)
    void api.request(GateSlotsDocument, { cenoteId: chosenId, today: now.date }).then((result) => {
      if (!isLatest) return
      if ('failure' in result) return setFailure(result.failure)
      const found = saleSlots(result.data.cenote?.availability.days[0], now.time)
      setSlots(found)
      setTime((before) => (found.some((slot) => slot.time === before) ? before : (found[0]?.time ?? null)))
    })
    return () => {
      isLatest = false
    }
  }, [api, chosenId, zone, round])

  useEffect(() => {
    let isLatest = true
    if (peopleOf(settled) === 0) return setPrice(null)
    const input = { ageBreakdown: ageBreakdownOf(settled), visitDate: localNow(zone).date }
    void api.request(GatePriceDocument, { cenoteId: chosenId, input }).then((result) => {
      if (!isLatest) return
      setFailure('failure' in result ? result.failure : null)
      setPrice('data' in result ? (result.data.cenote?.priceCalculation ?? null) : null)
    })
    return () => {
      isLatest = false
    }
  }, [api, chosenId, settled, zone])

  const isKnown = !isBlank(email)
  const input = {
    cenoteId: chosenId,
    visitDate: localNow(zone).date,
    visitTime: time,
    visitors: party,
    guest: isKnown ? { name: name.trim(), email: email.trim(), phone: '' } : null,
    metadata: { source: 'gate' },
  }
  const attempt = useAttempt('gate')
  const hold = async (): Promise<void> => {
    setRunning(true)
    const result = await api.request(GateHoldDocument, { input }, { idempotencyKey: attempt.idOf(input) })
    setRunning(false)
    if ('data' in result) return onHeld(result.data.createReservation)
    setFailure(result.failure)
    if (result.failure.isTransient) return
    attempt.end()
    setRound((before) => before + 1)
  }

  return (
    <form
      class="sale"
      onSubmit={(event) => {
        event.preventDefault()
        void hold()
      }}
    >
      {cenotes.length > 1 && (
        <SelectField
          label={translate('reservations.cenote')}
          value={chosenId}
          options={cenotes.map((cenote) => ({ value: cenote.id, label: cenote.name }))}
          onChange={(id) => {
            if (id !== chosenId) setSlots(null)
            setChosenId(id)
          }}
        />
      )}
      <fieldset class="slots">
        <legend>{formats.zoned(translate('gate.time'), zone, localNow(zone).date)}</legend>
        {slots?.map((slot) => (
          <button key={slot.time} type="button" aria-pressed={slot.time === time} onClick={() => setTime(slot.time)}>
            {translate(slot.hasBegun ? 'gate.slotBegun' : 'gate.slot', { time: slot.time, left: slot.left })}
          </button>
        ))}
        {slots?.length === 0 && <p>{translate('gate.noSlots')}</p>}
      </fieldset>
      <fieldset>
        <legend>{translate('gate.party')}</legend>
        <PartyPicker party={party} onChange={setParty} />
      </fieldset>
      <details>
        <summary>{translate('gate.guest')}</summary>
        <TextField
          label={translate('gate.guestName')}
          value={name}
          maxLength={200}
          required={isKnown}
          onChange={setName}
        />
        <TextField
          label={translate('gate.guestEmail')}
          type="email"
          value={email}
          maxLength={254}
          required={!isBlank(name)}
          onChange={setEmail}
        />
      </details>
      <p class="money" aria-live="polite">
        {translate('gate.price')} <strong>{price ? formats.money(price.totalCents, price.currency) : '–'}</strong>
      </p>
      <FailureNotice failure={failure} />
      <button class="primary huge" disabled={isRunning || time === null || peopleOf(party) === 0}>
        {translate('gate.hold')}
      </button>
    </form>
  )
}
