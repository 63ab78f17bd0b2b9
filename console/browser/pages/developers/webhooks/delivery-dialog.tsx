import { useMutation } from '../../../api/use-mutation.ts'
import { DeliveryBadge } from '../../../components/badge.tsx'
import { useQuery } from '../../../api/use-query.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { LinesTable } from '../../../components/lines-table.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { DeliveryPayloadDocument, RedeliverDocument } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { wordsOf } from './type-names.ts'

interface DeliveryDialogProperties {
  readonly webhookId: string
  readonly id: string
  onChanged(): void
  onClose(): void
}

/** The body of a delivery, the result of each attempt, and a button to send it again. */
export function DeliveryDialog({ webhookId, id, onChanged, onClose }: DeliveryDialogProperties) {
  const translate = useText()
  const formats = useFormats()
  const query = useQuery(DeliveryPayloadDocument, { webhookId, id })
  const redeliver = useMutation(RedeliverDocument)
  return (
    <Dialog title={translate('deliveries.title')} onClose={onClose}>
      <Loaded query={query}>
        {({ webhookDeliveries: { nodes } }) => {
          const [delivery] = nodes
          if (!delivery) return <p>{translate('list.empty')}</p>
          return (
            <>
              <p>
                {wordsOf(delivery.type, translate)} <code class="hint">{delivery.type}</code>{' '}
                <DeliveryBadge status={delivery.status} /> <code class="hint">{delivery.id}</code>
              </p>
              <LinesTable>
                <thead>
                  <tr>
                    <th scope="col">{translate('deliveries.attempts')}</th>
                    <th scope="col" class="number">
                      {translate('reservations.status')}
                    </th>
                    <th scope="col" class="number">
                      {translate('requests.duration')}
                    </th>
                    <th scope="col">{translate('requests.error')}</th>
                  </tr>
                </thead>
                <tbody>
                  {delivery.attempts.map(({ at, statusCode, durationMs, error }) => (
                    <tr key={at}>
                      <td>{formats.instant(at)}</td>
                      <td class="number">{statusCode ?? '–'}</td>
                      <td class="number">{durationMs} ms</td>
                      <td>{error}</td>
                    </tr>
                  ))}
                </tbody>
              </LinesTable>
              <h3>{translate('deliveries.payload')}</h3>
              <pre tabIndex={0}>{indented(delivery.payload)}</pre>
            </>
          )
        }}
      </Loaded>
      <FailureNotice failure={redeliver.failure} />
      <footer>
        <button
          type="button"
          class="primary"
          disabled={redeliver.isRunning}
          onClick={() =>
            void redeliver.run({ input: { webhookId, deliveryId: id } }).then((data) => {
              if (!data) return
              query.reload()
              onChanged()
            })
          }
        >
          {translate('deliveries.redeliver')}
        </button>
      </footer>
    </Dialog>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
