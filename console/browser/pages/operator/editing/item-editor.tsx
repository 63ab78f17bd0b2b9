import { useMutation } from '../../../api/use-mutation.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { useLanguage } from '../../../text/language.tsx'
import { ChangeRecords } from './change-records.tsx'
import { EditForm } from './edit-form.tsx'
import { itemName } from './item-name.ts'
import type { EditDocument, EditedItem, Resource } from './resources.ts'

interface ItemEditorProperties {
  readonly resource: Resource
  /** Absent for one that is added. */
  readonly item: EditedItem | undefined
  /** Called after saving, to reload the stored item. */
  onChanged(): void
  onClose(): void
}

/** Changes or adds an item, and shows its earlier changes. */
export function ItemEditor({ resource, item, onChanged, onClose }: ItemEditorProperties) {
  const { language, translate } = useLanguage()
  const heading = item ? itemName(item, language) : translate('edit.add')
  const back = (
    <button type="button" onClick={onClose}>
      {translate('edit.back')}
    </button>
  )
  const readAgain = (
    <button type="button" onClick={onChanged}>
      {translate('edit.readAgain')}
    </button>
  )
  if (!item)
    return (
      <section>
        <h2>{`${translate(resource.title)}: ${heading}`}</h2>
        <EditForm
          change={resource.create}
          subject={null}
          stored={{}}
          onSaved={() => {
            onChanged()
            onClose()
          }}
        >
          {back}
        </EditForm>
      </section>
    )
  const subject = { id: item.id, version: item.version }
  return (
    <section>
      <h2>
        <bdi>{heading}</bdi> <span class="hint">{translate('edit.versionIs', { version: item.version })}</span>
      </h2>
      {resource.sale && item.isActive !== undefined && (
        <Sale sale={resource.sale} item={item} isActive={item.isActive} onChanged={onChanged} />
      )}
      <EditForm change={resource.update} subject={subject} stored={item.stored} onSaved={onChanged}>
        {back}
        {readAgain}
      </EditForm>
      {resource.parts?.map((part) => (
        <EditForm key={part.input} change={part} subject={subject} stored={item.stored} onSaved={onChanged} />
      ))}
      <ChangeRecords type={resource.subject} id={item.id} />
    </section>
  )
}

interface SaleProperties {
  readonly sale: { readonly publish: EditDocument; readonly deactivate: EditDocument }
  readonly item: EditedItem
  readonly isActive: boolean
  onChanged(): void
}

function Sale({ sale, item: { id, version }, isActive, onChanged }: SaleProperties) {
  const { translate } = useLanguage()
  const { run, failure, isRunning } = useMutation(isActive ? sale.deactivate : sale.publish)
  return (
    <>
      <p class="tools">
        <span class={`badge ${isActive ? 'succeeded' : 'dead'}`}>
          {translate(isActive ? 'edit.onSale' : 'edit.offSale')}
        </span>
        <button
          type="button"
          disabled={isRunning}
          onClick={() => void run({ input: { id, version } }).then((data) => data && onChanged())}
        >
          {translate(isActive ? 'edit.takeOffSale' : 'edit.putOnSale')}
        </button>
      </p>
      <FailureNotice failure={failure} />
    </>
  )
}
