import { useState } from 'preact/hooks'
import { useQuery } from '../../../api/use-query.ts'
import { TextField } from '../../../components/fields.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Scanner } from '../../../components/scanner.tsx'
import { ReservationDocument } from '../../../generated/operations.ts'
import { useIsOperator } from '../../../session/context.tsx'
import { useText } from '../../../text/language.tsx'
import { CheckInForm } from '../actions/check-in.tsx'
import { ReservationDetail } from '../detail/reservation-detail.tsx'

/** For the entrance: a reference is typed or scanned, and its guests are checked in. */
export function CheckInByReference() {
  const translate = useText()
  const [typed, setTyped] = useState('')
  const [id, setId] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const find = (reference: string): void => {
    setDone(null)
    setId(reference.trim().toUpperCase())
  }
  return (
    <section>
      <h2>{translate('checkIn.title')}</h2>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault()
          find(typed)
        }}
      >
        <TextField
          label={translate('checkIn.reference')}
          hint={translate('checkIn.hint')}
          value={typed}
          maxLength={64}
          required
          onChange={setTyped}
        />
        <button class="primary">{translate('checkIn.find')}</button>
        <Scanner
          onFound={(reference) => {
            setTyped(reference)
            find(reference)
          }}
        />
      </form>
      {done !== null && (
        <p role="status" class="notice good">
          {done}
        </p>
      )}
      {id !== null && (
        <Arrival
          key={id}
          id={id}
          onDone={(people) => {
            setDone(translate('checkIn.done', { reference: id, people }))
            setId(null)
            setTyped('')
          }}
        />
      )}
    </section>
  )
}

function Arrival({ id, onDone }: { id: string; onDone(people: number): void }) {
  const translate = useText()
  const isOperator = useIsOperator()
  const query = useQuery(ReservationDocument, { id, isOperator })
  return (
    <Loaded query={query}>
      {({ reservation }) => {
        if (!reservation) return <p>{translate('detail.notFound')}</p>
        const isPossible = reservation.allowedActions.includes('CHECK_IN')
        return (
          <>
            {isPossible ? (
              <div class="card">
                <CheckInForm
                  reservation={reservation}
                  onDone={() => onDone(reservation.visitors.total)}
                  onClose={query.reload}
                />
              </div>
            ) : (
              <p class="notice warn">
                {translate('checkIn.notPossible', { status: translate(`status.${reservation.status}`) })}
              </p>
            )}
            <ReservationDetail reservation={reservation} onChange={query.reload} />
          </>
        )
      }}
    </Loaded>
  )
}
