import { useCallback, useEffect, useState } from 'preact/hooks'
import { Badge } from '../../../components/badge.tsx'
import type { Failure } from '../../../api/failure.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { Affected, type Choice } from '../../../components/affected.tsx'
import { ConfirmButton } from '../../../components/confirm.tsx'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { leave, Link } from '../../../navigation/navigation.tsx'
import { useSession } from '../../../session/context.tsx'
import { useLanguage } from '../../../text/language.tsx'
import { UpcomingReservations } from '../../disruptions/concerned.tsx'
import { ChangeRecords } from './change-records.tsx'
import { EditForm } from './edit-form.tsx'
import { itemName } from './item-name.ts'
import { readItem } from './read-item.ts'
import type { EditDocument, EditedItem, Resource, SavedItem } from './resources.ts'

interface NewItemProperties {
  readonly resource: Resource
  onCreated(id: string): void
  onClose(): void
}

/** Adds an item. */
export function NewItem({ resource, onCreated, onClose }: NewItemProperties) {
  const { translate } = useLanguage()
  return (
    <section>
      <h2>{`${translate(resource.title)}: ${translate('edit.add')}`}</h2>
      <EditForm
        change={resource.create}
        subject={null}
        stored={{}}
        onSaved={({ id }) => (id === undefined ? onClose() : onCreated(id))}
      >
        <button type="button" onClick={() => leave(onClose)}>
          {translate('edit.back')}
        </button>
      </EditForm>
    </section>
  )
}

interface ItemEditorProperties {
  readonly resource: Resource
  readonly id: string
  /** Whether it was just added. */
  readonly isNew: boolean
  onClose(): void
}

/** Changes an item as it is stored now, and shows its earlier changes. */
export function ItemEditor({ resource, id, isNew, onClose }: ItemEditorProperties) {
  const { language, translate } = useLanguage()
  const { api } = useSession()
  const [item, setItem] = useState<EditedItem | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isReading, setReading] = useState(true)
  const [isSaved, setSaved] = useState(isNew)
  const read = useCallback(async () => {
    setReading(true)
    const result = await readItem(api, resource, id)
    if ('failure' in result) setFailure(result.failure)
    else {
      setItem(result.data)
      setFailure(null)
    }
    setReading(false)
  }, [api, resource, id])
  useEffect(() => void read(), [read])
  const [disruptionId, setDisruptionId] = useState<string | null>(null)
  const saved = ({ disruption }: SavedItem): void => {
    setDisruptionId(disruption?.id ?? null)
    void read().then(() => setSaved(true))
  }
  const readAgain = (): void => {
    setSaved(false)
    void read()
  }
  const back = (
    <button type="button" onClick={() => leave(onClose)}>
      {translate('edit.back')}
    </button>
  )
  if (!item)
    return (
      <section>
        <FailureNotice failure={failure} />
        {isReading ? <p aria-busy="true">{translate('common.loading')}</p> : back}
      </section>
    )
  const subject = { id: item.id, version: item.version }
  return (
    <section>
      <h2>
        <bdi>{itemName(item, language)}</bdi>{' '}
        <span class="hint">{translate('edit.versionIs', { version: item.version })}</span>
      </h2>
      <FailureNotice failure={failure} />
      {isSaved && (
        <p role="status" class="notice good">
          {translate('edit.saved')}{' '}
          {disruptionId !== null && <Link to={`/disruptions/${disruptionId}`}>{translate('disruptions.follow')}</Link>}
        </p>
      )}
      {resource.sale && item.isActive !== undefined && (
        <Sale key={item.version} sale={resource.sale} item={item} isActive={item.isActive} onChanged={saved} />
      )}
      {/* Another version is another form, which starts with the stored values. */}
      <EditForm key={item.version} change={resource.update} subject={subject} stored={item.stored} onSaved={saved}>
        {back}
        <button type="button" onClick={() => leave(readAgain)}>
          {translate('edit.readAgain')}
        </button>
      </EditForm>
      {resource.parts?.map((part) => (
        <EditForm
          key={`${part.input} ${item.version}`}
          change={part}
          subject={subject}
          stored={item.stored}
          onSaved={saved}
        />
      ))}
      <ChangeRecords key={`changes ${item.version}`} type={resource.subject} id={item.id} />
    </section>
  )
}

interface SaleProperties {
  readonly sale: { readonly publish: EditDocument; readonly deactivate: EditDocument }
  readonly item: EditedItem
  readonly isActive: boolean
  onChanged(item: SavedItem): void
}

function Sale({ sale, item, isActive, onChanged }: SaleProperties) {
  const { language, translate } = useLanguage()
  const { id, version } = item
  const { run, failure, isRunning } = useMutation(isActive ? sale.deactivate : sale.publish)
  const submit = (choice?: Choice): void =>
    void run({ input: { id, version, ...choice } }).then((data) => data && onChanged(data.item))
  return (
    <>
      <p class="tools">
        <Badge tone={isActive ? 'good' : 'neutral'}>{translate(isActive ? 'edit.onSale' : 'edit.offSale')}</Badge>
        {isActive ? (
          <ConfirmButton label={translate('edit.takeOffSale')} disabled={isRunning} onConfirm={() => submit()}>
            <p>{translate('edit.takeOffSaleSure', { name: itemName(item, language) })}</p>
            <UpcomingReservations productId={id} />
          </ConfirmButton>
        ) : (
          <button type="button" disabled={isRunning} onClick={() => submit()}>
            {translate('edit.putOnSale')}
          </button>
        )}
      </p>
      <Affected input={id} failure={failure} isRunning={isRunning} choose={submit} />
    </>
  )
}
