import { useState } from 'preact/hooks'
import { useQuery } from '../../../api/use-query.ts'
import { TextField } from '../../../components/fields.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ExtendReservationDocument, ReservationPolicyDocument } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { ActionForm, type ActionProperties } from './action-form.tsx'

/** Extends a hold by its length, once, or has it end some minutes from now. */
export function ExtendForm(properties: ActionProperties) {
  const translate = useText()
  const formats = useFormats()
  const { id, expiresAt } = properties.reservation
  const policy = useQuery(ReservationPolicyDocument, {})
  const [minutes, setMinutes] = useState('')
  const isGiven = minutes.trim() !== ''
  return (
    <ActionForm
      {...properties}
      document={ExtendReservationDocument}
      variables={{ input: { id, ...(isGiven ? { minutes: Number(minutes) } : {}) } }}
      effect={
        <Loaded query={policy}>
          {({ reservationPolicy: { holdMinutes } }) => (
            <p>
              {isGiven
                ? translate('extend.effect.minutes', { minutes: formats.count(Number(minutes)) })
                : translate('extend.effect', {
                    minutes: formats.count(holdMinutes),
                    until: expiresAt === null ? '' : formats.instant(expiresAt),
                  })}
            </p>
          )}
        </Loaded>
      }
    >
      <TextField
        type="number"
        min={1}
        step={1}
        label={translate('extend.minutes')}
        value={minutes}
        onChange={setMinutes}
      />
    </ActionForm>
  )
}
