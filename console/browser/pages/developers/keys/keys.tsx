import { useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { useQuery } from '../../../api/use-query.ts'
import { ConfirmButton } from '../../../components/confirm.tsx'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { SecretNotice } from '../../../components/secret-notice.tsx'
import { KeysDocument, RefreshKeyDocument, UsageDocument } from '../../../generated/operations.ts'
import { useSession } from '../../../session/context.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import type { PageProperties } from '../../page-properties.ts'
import { CreateKey } from './create-key.tsx'
import { KeyTable } from './key-table.tsx'

/** The API's value for no limit. */
const unlimited = 2_147_483_647

/** The keys of the partner, and what is left of the limits of this one. */
export function Keys(_properties: PageProperties) {
  const { may } = useSession()
  return (
    <section>
      <Usage />
      {may('keys:manage') && <PartnerKeys />}
    </section>
  )
}

function Usage() {
  const translate = useText()
  const formats = useFormats()
  const query = useQuery(UsageDocument, {})
  return (
    <section class="card">
      <h2>{translate('keys.usage')}</h2>
      <Loaded query={query}>
        {({ viewer: { plan, limits, usage } }) => (
          <>
            <p>
              {translate('keys.plan', { plan: translate(`plan.${plan}`) })}{' '}
              {limits.burst < unlimited && translate('keys.burst', { burst: formats.count(limits.burst) })}
            </p>
            {usage.length === 0 && <p>{translate('keys.unlimited')}</p>}
            {usage.map(({ windowSeconds, limit, remaining, resetsAt }) => (
              <p key={windowSeconds}>
                <label>
                  {translate(windowSeconds === 60 ? 'keys.minute' : 'keys.hour', {
                    used: formats.count(limit - remaining),
                    limit: formats.count(limit),
                    until: formats.time(resetsAt),
                  })}{' '}
                  <meter min={0} max={limit} high={limit * 0.8} value={limit - remaining} />
                </label>
              </p>
            ))}
            <button type="button" onClick={query.reload}>
              {translate('keys.reload')}
            </button>
          </>
        )}
      </Loaded>
    </section>
  )
}

function PartnerKeys() {
  const translate = useText()
  const { viewer } = useSession()
  const partnerId = viewer.partner.id
  const query = useQuery(KeysDocument, { filter: { partnerId } })
  const refresh = useMutation(RefreshKeyDocument)
  const [secret, setSecret] = useState<string | null>(null)
  const show = (apiKey: string): void => {
    setSecret(apiKey)
    query.reload()
  }
  return (
    <section>
      <h2>{translate('keys.title')}</h2>
      {secret !== null && (
        <SecretNotice title={translate('keys.secret')} secret={secret} onClose={() => setSecret(null)} />
      )}
      <CreateKey scopes={viewer.scopes} onCreated={show} />
      <p class="tools">
        <ConfirmButton
          label={translate('keys.refresh')}
          onConfirm={() => void refresh.run({}).then((data) => data && show(data.refreshKey.apiKey))}
        >
          <p>{translate('keys.refreshSure')}</p>
        </ConfirmButton>
      </p>
      <FailureNotice failure={refresh.failure} />
      <Loaded query={query}>
        {({ apiKeys: { nodes } }) => <KeyTable keys={nodes} ownId={viewer.key.id} onChanged={query.reload} />}
      </Loaded>
    </section>
  )
}
