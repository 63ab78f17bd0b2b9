import { useState } from 'preact/hooks'
import { useMutation } from '../../../api/use-mutation.ts'
import { ConfirmButton } from '../../../components/confirm.tsx'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { Table, type Column } from '../../../components/table.tsx'
import { RevokeApiKeyDocument, type KeyItemFragment } from '../../../generated/operations.ts'
import { Link } from '../../../navigation/navigation.tsx'
import { useFormats } from '../../../text/format.ts'
import { useText } from '../../../text/language.tsx'
import { translateValue } from '../../../text/text.ts'
import { KeyDialog } from './key-dialog.tsx'

interface KeyTableProperties {
  readonly keys: readonly KeyItemFragment[]
  /** The key of this session. */
  readonly ownId: string
  onChanged(): void
  /** Offers the changes of each key when given. */
  readonly onShowChanges?: (key: KeyItemFragment) => void
}

/** The API's value for no limit. */
const noLimit = 2_147_483_647

export function KeyTable({ keys, ownId, onChanged, onShowChanges }: KeyTableProperties) {
  const translate = useText()
  const formats = useFormats()
  const revoke = useMutation(RevokeApiKeyDocument)
  const [open, setOpen] = useState<KeyItemFragment | null>(null)
  const stateOf = ({ revokedAt, expiresAt }: KeyItemFragment): string => {
    if (revokedAt !== null) return translate('keys.revoked', { at: formats.minute(revokedAt) })
    if (expiresAt !== null) return translate('keys.expires', { at: formats.minute(expiresAt) })
    return translate('keys.active')
  }
  const limitText = (limit: number): string => (limit === noLimit ? '∞' : formats.count(limit))
  const columns: readonly Column<KeyItemFragment>[] = [
    {
      key: 'key',
      header: translate('keys.key'),
      width: '10.5rem',
      cell: (key) => (
        <>
          <button type="button" class="link" onClick={() => setOpen(key)}>
            <code>
              {key.prefix}…{key.lastFour}
            </code>
          </button>{' '}
          {key.id === ownId && <span class="hint">{translate('keys.this')}</span>}
        </>
      ),
    },
    { key: 'label', header: translate('keys.label'), width: '1fr', cell: ({ label }) => label && <bdi>{label}</bdi> },
    {
      key: 'scopes',
      header: translate('keys.scopes'),
      width: '2fr',
      linesInCard: 2,
      cell: ({ scopes, origins }) => {
        const names = scopes.map((scope) => translateValue(translate, 'scopeName', scope))
        // A list of many is cut off; the key's own dialog has all of them.
        const text = names.length <= 2 ? names.join(', ') : translate('keys.scopeCount', { count: names.length })
        return [...origins, text].join(' · ')
      },
    },
    {
      key: 'plan',
      header: translate('keys.planAndLimits'),
      width: '12.5rem',
      cell: ({ plan, limits: { perHour, perMinute, burst } }) => (
        <span title={translate('keys.limitsHint')}>
          {translate(`plan.${plan}`)} <span class="hint">{[perHour, perMinute, burst].map(limitText).join(' / ')}</span>
        </span>
      ),
    },
    { key: 'state', header: translate('reservations.status'), width: '12.5rem', cell: stateOf },
    {
      key: 'used',
      header: translate('keys.lastUsed'),
      width: '11.5rem',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? translate('keys.neverUsed') : formats.minute(lastUsedAt)),
    },
    {
      key: 'actions',
      header: '',
      width: onShowChanges ? '15rem' : '10rem',
      cell: (key) => {
        const { id, revokedAt } = key
        return (
          <>
            <Link to={`/developers/requests/${id}`}>{translate('requests.title')}</Link>{' '}
            {onShowChanges && (
              <button type="button" class="link" onClick={() => onShowChanges(key)}>
                {translate('changes.title')}
              </button>
            )}{' '}
            {revokedAt === null && (
              <ConfirmButton
                label={translate('keys.revoke')}
                look="link bad"
                onConfirm={() => void revoke.run({ input: { id } }).then((data) => data && onChanged())}
              >
                <p>
                  {translate('keys.revokeSure')}{' '}
                  <code>
                    {key.prefix}…{key.lastFour}
                  </code>{' '}
                  <bdi>{key.label}</bdi>
                </p>
              </ConfirmButton>
            )}
          </>
        )
      },
    },
  ]
  return (
    <>
      <FailureNotice failure={revoke.failure} />
      <Table label={translate('keys.title')} columns={columns} rows={keys} keyOf={({ id }) => id} />
      {open && <KeyDialog shown={open} state={stateOf(open)} onClose={() => setOpen(null)} />}
    </>
  )
}
