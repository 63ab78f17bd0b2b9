import { useState } from 'preact/hooks'
import { SelectField, TextField } from '../../../components/fields.tsx'
import { ProductField } from '../../../choices/product-field.tsx'
import { SourceField } from '../../../choices/source-field.tsx'
import { memberOf } from '../../../choices/products.ts'
import { partnerChoices } from '../../../choices/sources.ts'
import { ReservationStatus } from '../../../../../schema/generated/enums.ts'
import { useIsOperator } from '../../../session/context.tsx'
import { useText } from '../../../text/language.tsx'
import { noFilter, type FilterValues } from './filter.ts'

const sorts: readonly FilterValues['sort'][] = [
  'CREATED_AT.DESC',
  'CREATED_AT.ASC',
  'UPDATED_AT.DESC',
  'UPDATED_AT.ASC',
  'VISIT_DATE.ASC',
  'VISIT_DATE.DESC',
]

interface FilterFormProperties {
  readonly values: FilterValues
  onChange(values: FilterValues): void
}

/** Every condition that the API's list has. */
export function FilterForm({ values, onChange }: FilterFormProperties) {
  const translate = useText()
  const isOperator = useIsOperator()
  const set = (change: Partial<FilterValues>): void => onChange({ ...values, ...change })
  const all = { value: '', label: translate('common.all') } as const
  const yesOrNo = [
    all,
    { value: 'true', label: translate('common.yes') },
    { value: 'false', label: translate('common.no') },
  ] as const
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {/* Shown on small screens only, where the form would push the list out of sight. */}
      <button
        type="button"
        class="filter-toggle"
        aria-expanded={isOpen}
        aria-controls="reservation-filters"
        onClick={() => setOpen(!isOpen)}
      >
        {translate('reservations.filters')}
      </button>
      <form
        id="reservation-filters"
        class={isOpen ? 'filters collapsible open' : 'filters collapsible'}
        aria-label={translate('reservations.filters')}
        onSubmit={(event) => event.preventDefault()}
      >
        <TextField
          label={translate('reservations.search')}
          value={values.search}
          onChange={(search) => set({ search })}
        />
        <SelectField
          label={translate('reservations.status')}
          value={values.status}
          options={[all, ...ReservationStatus.map((value) => ({ value, label: translate(`status.${value}`) }))]}
          onChange={(status) => set({ status })}
        />
        <SelectField
          label={translate('reservations.isActive')}
          value={values.isActive}
          options={yesOrNo}
          onChange={(isActive) => set({ isActive })}
        />
        <SelectField
          label={translate('reservations.refundDue')}
          value={values.refundDue}
          options={yesOrNo}
          onChange={(refundDue) => set({ refundDue })}
        />
        <SelectField
          label={translate('reservations.productType')}
          value={values.productType}
          options={[
            all,
            ...(['CENOTE', 'TOUR'] as const).map((value) => ({
              value,
              label: translate(`reservations.productType.${value}`),
            })),
          ]}
          onChange={(productType) => set({ productType })}
        />
        <ProductField
          product={{
            productType: values.tourId === '' ? 'cenote' : 'tour',
            productId: values.cenoteId || values.tourId,
          }}
          onChange={(product) => set({ cenoteId: '', tourId: '', ...memberOf(product) })}
        />
        {isOperator && (
          <SourceField
            label={translate('reservations.partner')}
            source={partnerChoices}
            value={values.partnerId}
            onChange={(partnerId) => set({ partnerId })}
          />
        )}
        <TextField
          type="date"
          label={translate('reservations.dateFrom')}
          value={values.dateFrom}
          onChange={(dateFrom) => set({ dateFrom })}
        />
        <TextField
          type="date"
          label={translate('reservations.dateTo')}
          value={values.dateTo}
          onChange={(dateTo) => set({ dateTo })}
        />
        <TextField
          type="email"
          label={translate('reservations.guestEmail')}
          value={values.guestEmail}
          onChange={(guestEmail) => set({ guestEmail })}
        />
        <TextField
          type="datetime-local"
          label={translate('reservations.createdAfter')}
          value={values.createdAfter}
          onChange={(createdAfter) => set({ createdAfter })}
        />
        <TextField
          type="datetime-local"
          label={translate('reservations.createdBefore')}
          value={values.createdBefore}
          onChange={(createdBefore) => set({ createdBefore })}
        />
        <SelectField
          label={translate('reservations.sort')}
          value={values.sort}
          options={sorts.map((value) => ({ value, label: translate(`reservations.sort.${value}`) }))}
          onChange={(sort) => set({ sort })}
        />
        <button type="button" onClick={() => onChange(noFilter)}>
          {translate('common.reset')}
        </button>
      </form>
    </>
  )
}
