import { useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useQuery } from '../../../api/use-query.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { TextField } from '../../../components/fields.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { SecretNotice } from '../../../components/secret-notice.tsx'
import { useSettled } from '../../../components/use-settled.ts'
import {
  CreatePartnerDocument,
  KeysDocument,
  PartnersDocument,
  type KeyItemFragment,
} from '../../../generated/operations.ts'
import { useText } from '../../../text/language.tsx'
import { ChangeRecords } from '../editing/change-records.tsx'
import { PlanForm } from './plan-form.tsx'
import { CreateKey } from '../../developers/keys/create-key.tsx'
import { KeyTable } from '../../developers/keys/key-table.tsx'
import { useSession } from '../../../session/context.tsx'

interface Partner {
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

/** Every partner, and the keys of the selected one. */
export function Partners() {
  const translate = useText()
  const [search, setSearch] = useState('')
  const searched = useSettled(search.trim())
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Partner | null>(null)
  const create = useMutation(CreatePartnerDocument)
  const { items, failure, loadMore, reload } = usePages(searched, async (api, after) => {
    const result = await api.query(PartnersDocument, { search: searched, first: 100, after })
    if ('failure' in result) return result
    const { nodes, pageInfo } = result.data.partners
    return { data: { items: nodes, ...pageInfo, total: nodes.length } }
  })
  return (
    <section>
      <h2>{translate('operator.partners')}</h2>
      <div class="filters">
        <TextField label={translate('operator.search')} value={search} onChange={setSearch} />
      </div>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault()
          void create.run({ input: { name } }).then((data) => {
            if (!data) return
            setName('')
            setChosen(data.createPartner)
            reload()
          })
        }}
      >
        <TextField required label={translate('operator.name')} value={name} maxLength={200} onChange={setName} />
        <button disabled={create.isRunning}>{translate('operator.newPartner')}</button>
      </form>
      <FailureNotice failure={failure ?? create.failure} />
      <ul
        class="plain card scroll"
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (scrollTop + clientHeight > scrollHeight - 200) loadMore()
        }}
      >
        {items.map((partner) => (
          <li key={partner.id}>
            <button
              type="button"
              class="link"
              aria-pressed={partner.id === chosen?.id}
              onClick={() => setChosen(partner)}
            >
              <bdi>{partner.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {chosen && <PartnerKeys key={chosen.id} partner={chosen} />}
    </section>
  )
}

function PartnerKeys({ partner }: { partner: Partner }) {
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
