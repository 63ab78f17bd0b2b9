import { useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { TextField } from '../../../components/fields.tsx'
import { useSettled } from '../../../components/use-settled.ts'
import { CreatePartnerDocument, PartnersDocument } from '../../../generated/operations.ts'
import { Link, navigate } from '../../../navigation/navigation.tsx'
import { useUnsaved } from '../../../navigation/unsaved.tsx'
import { useText } from '../../../text/language.tsx'
import type { PageProperties } from '../../page-properties.ts'
import { PartnerPage } from './partner-page.tsx'

/** Every partner; each has a page of its own. */
export function Partners({ segments: [chosen] }: PageProperties) {
  return chosen === undefined ? <PartnerList /> : <PartnerPage key={chosen} id={chosen} />
}

function PartnerList() {
  const translate = useText()
  const [search, setSearch] = useState('')
  const searched = useSettled(search.trim())
  const [name, setName] = useState('')
  useUnsaved(name)
  const create = useMutation(CreatePartnerDocument)
  const { items, failure, loadMore } = usePages(searched, async (api, after) => {
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
            if (data) navigate(`/operator/partners/${data.createPartner.id}`)
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
            <Link to={`/operator/partners/${partner.id}`}>
              <bdi>{partner.name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
