import { useQuery } from '../../../api/use-query.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { ExtendReservationDocument, ReservationPolicyDocument } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { ActionForm, type ActionProperties } from './action-form.tsx'

export function ExtendForm(properties: ActionProperties) {
  const translate = useText()
  const formats = useFormats()
  const { id, expiresAt } = properties.reservation
  const policy = useQuery(ReservationPolicyDocument, {})
  return (
    <ActionForm
      {...properties}
      document={ExtendReservationDocument}
      variables={{ input: { id } }}
      effect={
        <Loaded query={policy}>
          {({ reservationPolicy: { holdMinutes } }) => (
            <p>
              {translate('extend.effect', {
                minutes: formats.count(holdMinutes),
                until: expiresAt === null ? '' : formats.instant(expiresAt),
              })}
            </p>
          )}
        </Loaded>
      }
    />
  )
}
