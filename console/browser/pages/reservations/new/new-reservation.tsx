import { useEffect, useRef, useState } from 'preact/hooks'
import { isBlank } from '../../../../../platform/values/text.ts'
import { ages, byAge, peopleOf } from '../../../../../schema/ages.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { ProductField } from '../../../choices/product-field.tsx'
import { SourceField } from '../../../choices/source-field.tsx'
import { partnerChoices } from '../../../choices/sources.ts'
import { FailureNotice } from '../../../components/failure-notice.tsx'
import { CheckField, labelText, Notes, TextArea, TextField } from '../../../components/fields.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { useSettled } from '../../../components/use-settled.ts'
import { CreateReservationDocument } from '../../../generated/operations.ts'
import { navigate, useAddress } from '../../../navigation/navigation.tsx'
import { errorAt, saleErrors } from '../../../sale/field-errors.ts'
import { useAttempt } from '../../../sale/use-attempt.ts'
import { useIsOperator } from '../../../session/context.tsx'
import { useUnsaved } from '../../../navigation/unsaved.tsx'
import { useFormats } from '../../../text/format.ts'
import { useLanguage, useText } from '../../../text/language.tsx'
import { departureIn, type Departure } from '../../manifest/address.ts'
import { GuestOptionFields, plainGuestOptions } from '../actions/guest-option-fields.tsx'
import { TransportFields, transportValues } from '../actions/transport-fields.tsx'
import { useSoldProduct, type SoldProduct } from '../visit/sold-product.ts'
import { VisitFields } from '../visit/visit-fields.tsx'
import { CalculatedPrice } from './price.tsx'
import { missingForPrice, partyIn, reservationInput, type SaleValues } from './sale-values.ts'
import { usePrice } from './use-price.ts'

/** Codes of a price that is no longer the one that was shown. */
const isPriceOutdated = (code: string): boolean => code.startsWith('QUOTE_')

/** A sale: its price is shown before it is reserved, and is the one that is charged. The address may name the visit. */
export default function NewReservation() {
  const { query } = useAddress()
  const [departure] = useState(() => departureIn(query, ''))
  return <SaleForm departure={departure} />
}

const emptySale = ({ productType, productId, date, time }: Departure): SaleValues => ({
  product: { productType, productId },
  date: productId === '' ? '' : date,
  time: productId === '' ? '' : time,
  counts: { ...byAge(() => '0'), adults: '2' },
  services: {},
  transport: transportValues(null),
  promoCode: '',
  partnerId: '',
  name: '',
  email: '',
  phone: '',
  specialRequests: '',
  resellerReference: '',
  hold: false,
  guestOptions: null,
})

function SaleForm({ departure }: { departure: Departure }) {
  const { language, translate } = useLanguage()
  const isOperator = useIsOperator()
  const [values, setValues] = useState(() => emptySale(departure))
  const [coupon, setCoupon] = useState('')
  useUnsaved([values, coupon])
  const [round, setRound] = useState(0)
  const [isIncomplete, setIncomplete] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const attempt = useAttempt('console')
  const { run, failure, isRunning } = useMutation(CreateReservationDocument)
  const settled = useSettled(values)
  const quoted = usePrice(settled)
  const { product } = values
  const { query: facts, sold } = useSoldProduct(product)
  const price = settled === values ? quoted.price : null
  const isCouponTyped = coupon.trim() !== values.promoCode
  const needsGuest = !values.hold && !(isOperator && values.partnerId === '')
  const people = peopleOf(partyIn(values))
  const set = (change: Partial<SaleValues>): void => {
    setValues({ ...values, ...change })
    setIncomplete(false)
  }
  const errors = { ...saleErrors(quoted.failure, translate), ...saleErrors(failure, translate) }
  const own = [...missingTexts(values), ...(needsGuest ? missingOfGuest(values) : [])]
  const error = (member: string): string | undefined =>
    errorAt(errors, member) ?? (isIncomplete && own.includes(member) ? translate('edit.error.required') : undefined)

  // Once the errors are in the page: they may be out of sight.
  const showFirstError = (): void =>
    void requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
        const control = first?.matches('fieldset') ? first.querySelector<HTMLElement>('button:enabled') : first
        control?.focus()
      }),
    )

  function submit(): void {
    // The price is shown with the coupon first.
    if (isCouponTyped) return set({ promoCode: coupon.trim() })
    setIncomplete(own.length > 0)
    if (own.length > 0) return showFirstError()
    if (!price) return
    const input = reservationInput(values, price.quoteToken)
    void run({ input }, { idempotencyKey: attempt.idOf(input) }).then((data) => {
      if (data) return navigate(`/reservations/${data.createReservation.bookingReference}`)
      setRound((before) => before + 1)
      showFirstError()
    })
  }
  useEffect(() => {
    if (!failure || failure.code === 'NETWORK') return
    attempt.end()
    if (isPriceOutdated(failure.code)) quoted.reload()
  }, [failure])

  return (
    <form
      ref={form}
      class="reservation"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <header>
        <h2>{translate('sale.title')}</h2>
      </header>
      <div>
        <section class="card">
          <h3>{translate('sale.visit')}</h3>
          <div class="form-grid">
            {isOperator && (
              <SourceField
                label={translate('reservations.partner')}
                source={partnerChoices}
                value={values.partnerId}
                hint={translate('sale.direct')}
                error={error('partnerId')}
                onChange={(partnerId) => set({ partnerId })}
              />
            )}
            <ProductField
              required
              product={product}
              error={error('product')}
              onChange={(chosen) =>
                set({ product: chosen, date: '', time: '', services: {}, transport: transportValues(null) })
              }
            />
          </div>
          {product.productId !== '' && (
            <Loaded query={facts}>
              {() =>
                sold && (
                  <>
                    <Stops stops={sold.stops} />
                    <VisitFields
                      key={product.productId}
                      isTimeRequired
                      product={product}
                      timeZone={sold.timeZone}
                      people={people}
                      date={values.date}
                      time={values.time}
                      round={round}
                      dateError={error('visitDate')}
                      timeError={error('visitTime')}
                      onChange={(visit) => set(visit.date === undefined ? visit : { ...visit, time: '' })}
                    />
                  </>
                )
              }
            </Loaded>
          )}
          <fieldset class="party" aria-invalid={error('visitors') !== undefined}>
            <legend>{labelText(translate('reservations.people'), true)}</legend>
            {ages.map((age) => (
              <TextField
                key={age}
                type="number"
                inputMode="numeric"
                min={0}
                max={50}
                label={translate(`gate.kind.${age}`)}
                value={values.counts[age]}
                onChange={(count) => set({ counts: { ...values.counts, [age]: count } })}
              />
            ))}
            <Notes
              id="party"
              hint={sold && sold.minParty > 1 ? translate('sale.minParty', { count: sold.minParty }) : undefined}
              error={error('visitors')}
            />
          </fieldset>
        </section>
        <section class="card">
          <h3>{translate('reservations.guest')}</h3>
          <div class="form-grid">
            <TextField
              label={translate('modify.name')}
              required={needsGuest}
              value={values.name}
              maxLength={200}
              error={error('guest.name')}
              onChange={(name) => set({ name })}
            />
            <TextField
              type="email"
              label={translate('detail.email')}
              required={needsGuest}
              value={values.email}
              maxLength={254}
              hint={needsGuest ? translate('sale.emailHint') : undefined}
              error={error('guest.email')}
              onChange={(email) => set({ email })}
            />
            <TextField
              label={translate('detail.phone')}
              required={needsGuest}
              value={values.phone}
              maxLength={40}
              error={error('guest.phone')}
              onChange={(phone) => set({ phone })}
            />
            <TextField
              label={translate('detail.resellerReference')}
              value={values.resellerReference}
              maxLength={64}
              error={error('resellerReference')}
              onChange={(resellerReference) => set({ resellerReference })}
            />
            <TextArea
              label={translate('detail.requests')}
              value={values.specialRequests}
              error={error('specialRequests')}
              onChange={(specialRequests) => set({ specialRequests })}
            />
            <div class="wide">
              <CheckField label={translate('sale.hold')} value={values.hold} onChange={(hold) => set({ hold })} />
            </div>
          </div>
        </section>
        <section class="card">
          <h3>{translate('sale.extras')}</h3>
          <div class="form-grid">
            <TransportFields
              meetingPoints={sold?.meetingPoints ?? []}
              values={values.transport}
              isPlaceRequired
              errorAt={(member) => (member === '' ? errors['transport'] : error(`transport.${member}`))}
              onChange={(transport) => set({ transport })}
            />
            {sold?.services.map(({ id, name, priceCents }) => (
              <ServiceField
                key={id}
                name={name[language]}
                priceCents={priceCents}
                value={values.services[id] ?? ''}
                onChange={(quantity) => set({ services: { ...values.services, [id]: quantity } })}
              />
            ))}
            {error('services') !== undefined && <p class="field-error wide">{error('services')}</p>}
            <TextField
              label={translate('sale.coupon')}
              value={coupon}
              maxLength={64}
              error={error('promoCode')}
              onChange={setCoupon}
            />
            {isCouponTyped && (
              <p class="actions">
                <button type="button" onClick={() => set({ promoCode: coupon.trim() })}>
                  {translate('sale.applyCoupon')}
                </button>
              </p>
            )}
          </div>
        </section>
        <section class="card">
          <h3>{translate('action.GUEST_OPTIONS')}</h3>
          <CheckField
            label={translate('guestOptions.own')}
            value={values.guestOptions !== null}
            onChange={(isOwn) => set({ guestOptions: isOwn ? plainGuestOptions : null })}
          />
          {values.guestOptions && (
            <GuestOptionFields values={values.guestOptions} onChange={(guestOptions) => set({ guestOptions })} />
          )}
        </section>
      </div>
      <section class="card price" aria-live="polite">
        <h3>{translate('detail.price')}</h3>
        {isCouponTyped && !isBlank(coupon) && <p class="hint">{translate('sale.couponTyped')}</p>}
        {price ? <CalculatedPrice price={price} /> : <PriceHint values={values} isCalculating={!quoted.failure} />}
        <FailureNotice failure={failure ?? quoted.failure} />
        <button class="primary" disabled={isRunning || (price === null && own.length === 0)}>
          {translate(values.hold ? 'sale.holdPlaces' : 'sale.reserve')}
        </button>
      </section>
    </form>
  )
}

/** The members that cannot be empty. */
function missingTexts(values: SaleValues): readonly string[] {
  const missing = missingForPrice(values)
  return [
    ...(missing === 'product' ? ['product'] : []),
    ...(values.date === '' ? ['visitDate'] : []),
    ...(values.time === '' ? ['visitTime'] : []),
    ...(missing === 'party' ? ['visitors'] : []),
    ...(missing === 'pickup' ? ['transport.pickup.coordinates'] : []),
  ]
}

/** Members of the guest that are required unless the sale is a hold. */
const missingOfGuest = (values: SaleValues): readonly string[] =>
  (['name', 'email', 'phone'] as const).flatMap((name) => (isBlank(values[name]) ? [`guest.${name}`] : []))

function PriceHint({ values, isCalculating }: { values: SaleValues; isCalculating: boolean }) {
  const translate = useText()
  const missing = missingForPrice(values)
  if (missing) return <p class="hint">{translate(`sale.missing.${missing}`)}</p>
  return isCalculating ? <p aria-busy="true">{translate('common.loading')}</p> : null
}

interface ServiceFieldProperties {
  readonly name: string
  readonly priceCents: number | null
  readonly value: string
  onChange(quantity: string): void
}

function ServiceField({ name, priceCents, value, onChange }: ServiceFieldProperties) {
  const formats = useFormats()
  return (
    <TextField
      type="number"
      inputMode="numeric"
      min={0}
      max={50}
      label={name}
      value={value}
      hint={priceCents === null ? undefined : formats.money(priceCents, 'MXN')}
      onChange={onChange}
    />
  )
}

function Stops({ stops }: { stops: SoldProduct['stops'] }) {
  const translate = useText()
  if (stops.length === 0) return null
  return (
    <p class="hint">
      {translate('sale.stops')}: <bdi>{stops.map(({ cenote }) => cenote.name).join(', ')}</bdi>
    </p>
  )
}
