import { useState } from 'preact/hooks'
import { useQuery } from '../../../api/use-query.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { SecretNotice } from '../../../components/secret-notice.tsx'
import { KeysDocument, type KeyItemFragment } from '../../../generated/operations.ts'
import { useSession } from '../../../session/context.tsx'
import { useText } from '../../../text/language.tsx'
import { CreateKey } from '../../developers/keys/create-key.tsx'
import { KeyTable } from '../../developers/keys/key-table.tsx'
import { ChangeRecords } from '../editing/change-records.tsx'
import { PlanForm } from './plan-form.tsx'

export interface Partner {
  readonly id: string
  readonly name: string
}

/** Scopes that a partner's key may have; others are for the operator. */
const partnerScopes = [
  'catalog:read',
  'reservations:read',
  'reservations:write',
  'pricing:read',
  'webhooks:manage',
  'keys:manage',
  'inventory:write',
]

/** The keys and the plan of a partner, and the changes of both. */
export function PartnerKeys({ partner }: { partner: Partner }) {
  const translate = useText()
  const { viewer } = useSession()
  const query = useQuery(KeysDocument, { filter: { partnerId: partner.id } })
  const [secret, setSecret] = useState<string | null>(null)
  const [changes, setChanges] = useState(0)
  const [shownKey, setShownKey] = useState<KeyItemFragment | null>(null)
  const changed = (): void => {
    setChanges((before) => before + 1)
    query.reload()
  }
  return (
    <section>
      <h3>
        <bdi>{translate('operator.keysOf', { partner: partner.name })}</bdi>
      </h3>
      {secret !== null && (
        <SecretNotice title={translate('keys.secret')} secret={secret} onClose={() => setSecret(null)} />
      )}
      <CreateKey
        scopes={partnerScopes}
        partnerId={partner.id}
        onCreated={(apiKey) => {
          setSecret(apiKey)
          changed()
        }}
      />
      <Loaded query={query}>
        {({ apiKeys: { nodes } }) => {
          const current = nodes.find(({ revokedAt }) => revokedAt === null)
          return (
            <>
              {current && <PlanForm partnerId={partner.id} current={current} onChanged={changed} />}
              <KeyTable keys={nodes} ownId={viewer.key.id} onChanged={changed} onShowChanges={setShownKey} />
            </>
          )
        }}
      </Loaded>
      {shownKey && (
        <ChangeRecords
          key={`${shownKey.id} ${changes}`}
          type="API_KEY"
          id={shownKey.id}
          title={translate('changes.ofKey', { key: shownKey.lastFour })}
        />
      )}
      <ChangeRecords key={changes} type="PARTNER" id={partner.id} />
    </section>
  )
}
