import { useQuery } from '../../../api/use-query.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { ChangesDocument, type ChangeItemFragment, type ChangeSubjectType } from '../../../generated/operations.ts'
import { useFormats } from '../../../text/format.ts'
import { useLanguage } from '../../../text/language.tsx'
import { translateValue, type Translate } from '../../../text/text.ts'
import { changedValue } from './changed-value.ts'
import { differences } from './differences.ts'
import { pathLabels } from './labels.ts'
import { inputOfSubject } from './resources.ts'

/** Changes of a subject and the key that made each, the latest first. */
export function ChangeRecords({ type, id, title }: { type: ChangeSubjectType; id: string; title?: string }) {
  const { translate } = useLanguage()
  const query = useQuery(ChangesDocument, { of: { type, id } })
  return (
    <section>
      <h3>{title ?? translate('changes.title')}</h3>
      <Loaded query={query}>
        {({ changes: { nodes } }) =>
          nodes.length === 0 ? (
            <p>{translate('changes.none')}</p>
          ) : (
            <ol class="timeline">
              {nodes.map((change) => (
                <ChangeRecord key={change.id} input={inputOfSubject(type)} change={change} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}

interface ChangeRecordProperties {
  /** The input that its members are those of. */
  readonly input: string | undefined
  readonly change: ChangeItemFragment
}

function ChangeRecord({ input, change }: ChangeRecordProperties) {
  const { translate } = useLanguage()
  const formats = useFormats()
  const { at, action } = change
  return (
    <li>
      <strong>{translateValue(translate, 'change', action)}</strong> {formats.minute(at)}{' '}
      <span class="hint">{authorOf(change, translate)}</span>
      <ChangedMembers input={input} change={change} />
    </li>
  )
}

/** The author of a change: the label of its key, or its id where it has no label. */
export function authorOf({ by, key }: Pick<ChangeItemFragment, 'by' | 'key'>, translate: Translate): string {
  if (by?.keyLabel != null) return translate('changes.byLabel', { label: by.keyLabel })
  if (key) return translate('changes.by', { key: key.lastFour })
  return by && by.keyId !== null ? translate('changes.byKey', { key: by.keyId }) : translate('changes.command')
}

/** The members that an update changed; nothing for a creation or deletion. */
export function ChangedMembers({ input, change: { before, after } }: ChangeRecordProperties) {
  const words = { ...useLanguage(), formats: useFormats() }
  if (before === null || after === null) return null
  return (
    <dl class="facts">
      {differences(before, after).map(({ path, ...values }) => (
        <div key={path.join(' ')}>
          <dt>{pathLabels(words.language, input, path).join(' › ')}</dt>
          <dd>
            <del>{changedValue(values.before, { input, path }, words)}</del> →{' '}
            <ins>{changedValue(values.after, { input, path }, words)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
