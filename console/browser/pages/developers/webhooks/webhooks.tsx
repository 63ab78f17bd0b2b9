import { useState } from 'preact/hooks'
import { Badge } from '../../../components/badge.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { useQuery } from '../../../api/use-query.ts'
import { ConfirmButton } from '../../../components/confirm.tsx'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { SecretNotice } from '../../../components/secret-notice.tsx'
import {
  DeleteWebhookDocument,
  PingWebhookDocument,
  RotateWebhookSecretDocument,
  UpdateWebhookDocument,
  WebhooksDocument,
  type WebhookItemFragment,
} from '../../../generated/operations.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import type { PageProperties } from '../../page-properties.ts'
import { CreateWebhook } from './create-webhook.tsx'
import { Deliveries } from './deliveries.tsx'
import { ReplayDialog, ReplayProgress } from './replay.tsx'
import { wordsOf } from './type-names.ts'
import { TypesDialog } from './types-dialog.tsx'

/** The partner's receivers, and the deliveries of the one that is chosen. */
export function Webhooks({ segments: [chosen] }: PageProperties) {
  const translate = useText()
  const query = useQuery(WebhooksDocument, {})
  const [secret, setSecret] = useState<string | null>(null)
  const showSecret = (issued: string): void => {
    setSecret(issued)
    query.reload()
  }
  return (
    <section>
      {secret !== null && (
        <SecretNotice title={translate('webhooks.secret')} secret={secret} onClose={() => setSecret(null)} />
      )}
      <CreateWebhook onCreated={showSecret} />
      <Loaded query={query}>
        {({ webhooks: { nodes } }) => (
          <>
            {nodes.length === 0 && <p class="hint">{translate('webhooks.none')}</p>}
            <ul class="cards">
              {nodes.map((webhook) => (
                <li key={webhook.id} class="card">
                  <WebhookCard
                    webhook={webhook}
                    isChosen={webhook.id === chosen}
                    onChanged={query.reload}
                    onSecret={showSecret}
                  />
                </li>
              ))}
            </ul>
            {nodes.some(({ id }) => id === chosen) && chosen !== undefined && (
              <Deliveries key={chosen} webhookId={chosen} />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

interface WebhookCardProperties {
  readonly webhook: WebhookItemFragment
  readonly isChosen: boolean
  onChanged(): void
  onSecret(secret: string): void
}

function WebhookCard({ webhook, isChosen, onChanged, onSecret }: WebhookCardProperties) {
  const translate = useText()
  const formats = useFormats()
  const { id, url, description, types, format, headers, isActive, previousSecretExpiresAt } = webhook
  const update = useMutation(UpdateWebhookDocument)
  const remove = useMutation(DeleteWebhookDocument)
  const ping = useMutation(PingWebhookDocument)
  const rotate = useMutation(RotateWebhookSecretDocument)
  const [isPinged, setPinged] = useState(false)
  const [dialog, setDialog] = useState<'types' | 'replay' | null>(null)
  const [replayId, setReplayId] = useState<string | null>(null)
  const switchTo = (active: boolean): void =>
    void update.run({ input: { id, isActive: active } }).then((data) => data && onChanged())
  const failure = update.failure ?? remove.failure ?? ping.failure ?? rotate.failure
  return (
    <>
      <h2>
        <bdi>{url}</bdi>
      </h2>
      {description !== null && (
        <p>
          <bdi>{description}</bdi>
        </p>
      )}
      <p class="hint">
        <Badge tone={isActive ? 'good' : 'neutral'}>{translate(isActive ? 'webhooks.on' : 'webhooks.off')}</Badge>{' '}
        {format === 'OCTO' && <Badge tone="info">OCTO</Badge>}{' '}
        {types.map((name) => wordsOf(name, translate)).join(', ')}
      </p>
      <p class="hint">
        <code>{types.join(', ')}</code>
      </p>
      {headers === null && <p class="hint">{translate('webhooks.unreadableHeaders')}</p>}
      {headers !== null && headers.length > 0 && (
        <p class="hint">{translate('webhooks.headers', { names: headers.map(({ name }) => name).join(', ') })}</p>
      )}
      {previousSecretExpiresAt !== null && (
        <p class="hint">{translate('webhooks.overlap', { until: formats.instant(previousSecretExpiresAt) })}</p>
      )}
      <p class="tools">
        <Link to={`/developers/webhooks/${id}`} isCurrent={isChosen}>
          {translate('webhooks.deliveries')}
        </Link>
        <button type="button" onClick={() => void ping.run({ input: { id } }).then((data) => setPinged(data !== null))}>
          {translate('webhooks.ping')}
        </button>
        <button type="button" onClick={() => setDialog('types')}>
          {translate('webhooks.changeEvents')}
        </button>
        <button type="button" onClick={() => setDialog('replay')}>
          {translate('replay.title')}
        </button>
        <ConfirmButton
          label={translate('webhooks.rotate')}
          onConfirm={() =>
            void rotate.run({ input: { id } }).then((data) => data && onSecret(data.rotateWebhookSecret.secret))
          }
        >
          <p>{translate('webhooks.rotateSure')}</p>
        </ConfirmButton>
        {isActive ? (
          <ConfirmButton label={translate('webhooks.switchOff')} onConfirm={() => switchTo(false)}>
            <p>
              {translate('webhooks.switchOffSure')} <bdi>{url}</bdi>
            </p>
          </ConfirmButton>
        ) : (
          <button type="button" onClick={() => switchTo(true)}>
            {translate('webhooks.switchOn')}
          </button>
        )}
        <ConfirmButton
          label={translate('webhooks.delete')}
          look="danger"
          onConfirm={() => void remove.run({ input: { id } }).then((data) => data && onChanged())}
        >
          <p>
            {translate('webhooks.deleteSure')} <bdi>{url}</bdi>
          </p>
        </ConfirmButton>
      </p>
      {isPinged && <p role="status">{translate('webhooks.pinged')}</p>}
      {replayId !== null && <ReplayProgress webhookId={id} id={replayId} />}
      <FailureNotice failure={failure} />
      {dialog === 'types' && (
        <TypesDialog
          webhook={webhook}
          onChanged={() => {
            setDialog(null)
            onChanged()
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'replay' && <ReplayDialog webhookId={id} onRunning={setReplayId} onClose={() => setDialog(null)} />}
    </>
  )
}
