import { useState } from 'preact/hooks'
import { visibleText } from '../../../../../platform/values/text.ts'
import { usePages } from '../../../api/use-pages.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { CheckField, Facts, TextField } from '../../../components/fields.tsx'
import { Table, type Column } from '../../../components/table.tsx'
import { RequestsDocument, type RequestItemFragment } from '../../../generated/operations.ts'
import { useSession } from '../../../session/context.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import type { PageProperties } from '../../page-properties.ts'

/** The requests of this key, or of the one in the address, in the last 7 days. */
export function Requests({ segments: [keyId] }: PageProperties) {
  const translate = useText()
  const formats = useFormats()
  const { viewer } = useSession()
  const [hasFailed, setFailed] = useState(false)
  const [includeConsole, setIncludeConsole] = useState(false)
  const [requestId, setRequestId] = useState('')
  const [open, setOpen] = useState<RequestItemFragment | null>(null)
  const filter = {
    keyId: keyId ?? null,
    hasFailed,
    requestId: visibleText(requestId),
    // One that is looked up by its id is shown, whatever client sent it.
    includeConsole: includeConsole || null,
  }
  const { items, failure, loadMore, reload, isLoading } = usePages(JSON.stringify(filter), async (api, after) => {
    const result = await api.query(RequestsDocument, { filter, after })
    if ('failure' in result) return result
    const { nodes, pageInfo } = result.data.requestLog
    return { data: { items: nodes, ...pageInfo, total: nodes.length } }
  })
  const columns: readonly Column<RequestItemFragment>[] = [
    { key: 'at', header: translate('events.at'), width: '14rem', cell: ({ at }) => formats.instant(at) },
    {
      key: 'what',
      header: translate('requests.request'),
      width: '1fr',
      linesInCard: 2,
      cell: (request) => (
        <button type="button" class="link" onClick={() => setOpen(request)}>
          {request.operation ?? `${request.method} ${request.path}`}
        </button>
      ),
    },
    {
      key: 'status',
      inCard: 'half',
      header: translate('reservations.status'),
      width: '5rem',
      isNumber: true,
      cell: ({ status, errorCode }) => <span class={errorCode === null ? 'good' : 'bad'}>{status}</span>,
    },
    {
      key: 'error',
      header: translate('requests.error'),
      width: '15rem',
      cell: ({ errorCode }) => errorCode && <code>{errorCode}</code>,
    },
    {
      key: 'ms',
      header: translate('requests.duration'),
      width: '6rem',
      isNumber: true,
      cell: ({ durationMs }) => `${durationMs} ms`,
    },
    {
      key: 'id',
      header: translate('requests.id'),
      width: '12rem',
      linesInCard: 2,
      cell: ({ requestId: id }) => <code>{id}</code>,
    },
  ]
  return (
    <section>
      <p>
        {translate(keyId === undefined || keyId === viewer.key.id ? 'requests.ofThis' : 'requests.ofOther', {
          key: keyId ?? '',
        })}
      </p>
      <div class="filters">
        <CheckField label={translate('requests.onlyFailed')} value={hasFailed} onChange={setFailed} />
        <CheckField label={translate('requests.console')} value={includeConsole} onChange={setIncludeConsole} />
        <TextField label={translate('requests.id')} value={requestId} onChange={setRequestId} />
        <button type="button" disabled={isLoading} onClick={reload}>
          {translate('keys.reload')}
        </button>
      </div>
      <FailureNotice failure={failure} />
      <Table
        label={translate('requests.title')}
        columns={columns}
        rows={items}
        isLoading={isLoading}
        keyOf={({ requestId: id, at }) => `${id} ${at}`}
        onEnd={loadMore}
      />
      {open && (
        <Dialog title={`${open.method} ${open.path}`} onClose={() => setOpen(null)}>
          <Facts
            facts={[
              [translate('events.at'), formats.instant(open.at)],
              [translate('requests.operation'), open.operation],
              [translate('reservations.status'), open.status],
              [translate('requests.error'), open.errorCode],
              [translate('requests.duration'), `${open.durationMs} ms`],
              [translate('requests.id'), <code>{open.requestId}</code>],
            ]}
          />
          <h3>{translate('requests.body')}</h3>
          {open.body === null ? (
            <p class="hint">{translate('requests.withoutBody')}</p>
          ) : (
            <pre tabIndex={0}>{open.body}</pre>
          )}
        </Dialog>
      )}
    </section>
  )
}
