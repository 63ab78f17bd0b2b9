import { cenoteChoices, productChoices, tourChoices } from '../../../choices/sources.ts'
import { isAmountName } from '../../../../../schema/amount-names.ts'
import type { Control } from '../../../editing/form-context.ts'
import type { FormValue, InputField } from '../../../editing/input-field.ts'
import { amenityChoices, promotionChoices, serviceChoices } from './item-choices.ts'

const options = (...values: readonly string[]): Control => ({ kind: 'options', values })
const months = 'january february march april may june july august september october november december'.split(' ')

/** The controls of fields by their coordinate in the input that creates; their values are stored as these texts. */
const controls: Readonly<Record<string, Control>> = {
  'CreateTourInput.cenoteIds': { kind: 'choice', source: cenoteChoices },
  // Departures are filled in as such.
  'CreateTourInput.startTimes': { kind: 'hidden' },
  'CreateTourInput.capacity': { kind: 'hidden' },
  'CreateTourDeparturesInput.timezone': { kind: 'timeZone' },
  'TourStopInput.cenoteId': { kind: 'choice', source: cenoteChoices },
  'CreateCenoteServiceInput.cenoteId': { kind: 'choice', source: cenoteChoices },
  'CreateCenoteServiceInput.serviceId': { kind: 'choice', source: serviceChoices },
  'CreateCouponInput.serviceId': { kind: 'choice', source: serviceChoices },
  'CreateCouponInput.itemId': { kind: 'choice', source: productChoices },
  'CreateDiscountRuleInput.itemId': { kind: 'choice', source: productChoices },
  'CreateDiscountRuleInput.promotionId': { kind: 'choice', source: promotionChoices },
  'OfferedAmenityInput.id': { kind: 'choice', source: amenityChoices },
  'WeatherInput.bestVisitingMonths': options(...months),
  // An item of a list keeps its id; one that is added gets one.
  'ImageInput.id': { kind: 'hidden' },
  'MeetingPointInput.id': { kind: 'hidden' },
}

/** Every text that a control offers, for the test of their words. */
export const offeredTexts: readonly string[] = Object.values(controls).flatMap((control) =>
  control.kind === 'options' ? control.values : [],
)

/** Whether the value beside the kind of a discount is an amount, and no percentage. */
const isFixed = ({ discountType }: FormValue): boolean => discountType === 'FIXED' || discountType === 'FIXED_AMOUNT'

/** The control of a field; null for what is typed. */
export function controlOf(field: InputField, owner: FormValue): Control | null {
  const { coordinate, name, type, oneOf, format } = field
  const creating = coordinate.replace(/^Update/, 'Create')
  if (creating === 'CreateAgeConfigurationInput.itemId') return { kind: 'choice', source: sourceOf(owner['source']) }
  if (creating === 'CreateTransportOptionInput.itemId') return { kind: 'choice', source: sourceOf(owner['itemType']) }
  if (creating === 'CreateDiscountRuleInput.value' || creating === 'CreateCouponInput.discountValue')
    return isFixed(owner) ? { kind: 'money' } : null
  const own = controls[creating]
  if (own) return own
  if (isAmountName(name)) return { kind: 'money' }
  if (oneOf) return { kind: 'options', values: oneOf }
  if (format === 'time-zone') return { kind: 'timeZone' }
  if (type === 'LocalDate') return { kind: 'date' }
  if (format === 'time') return { kind: 'time' }
  return null
}

const sourceOf = (kind: unknown) => (kind === 'CENOTE' ? cenoteChoices : kind === 'TOUR' ? tourChoices : productChoices)
