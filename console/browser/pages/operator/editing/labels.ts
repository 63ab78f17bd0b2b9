import { isAmountName } from '../../../../../schema/amount-names.ts'
import type { FieldsOf, InputField } from '../../../editing/input-field.ts'
import { inputTypes } from '../../../generated/input-types.ts'
import type { Language } from '../../../text/text.ts'
import { catalog } from './spanish/catalog.ts'
import { spanishOptions } from './spanish/options.ts'
import { pricing } from './spanish/pricing.ts'

const fields: ReadonlyMap<string, readonly [label: string, description: string]> = new Map(
  [catalog, pricing].flatMap((texts) => Object.entries(texts.fields)),
)
const values: ReadonlyMap<string, string> = new Map([catalog, pricing].flatMap((texts) => Object.entries(texts.values)))
const options: ReadonlyMap<string, string> = new Map(Object.entries(spanishOptions))
const capitals = new Set(['VIP', 'MXN'])
const inputs: ReadonlyMap<string, readonly InputField[]> = new Map(Object.entries(inputTypes))

/** The fields of an input type. */
export const fieldsOf: FieldsOf = (type) => inputs.get(type) ?? []

const inSpanish = ({ coordinate }: InputField) =>
  fields.get(coordinate) ?? fields.get(coordinate.replace(/^Update/, 'Create'))

/** The label of an input's field; in English the words of its name. */
export const fieldLabel = (language: Language, field: InputField): string =>
  (language === 'es' ? inSpanish(field)?.[0] : undefined) ?? words(field.name)

/** The help below a field; in English its description in the contract. Forms have whole units in place of cents. */
export const fieldDescription = (language: Language, field: InputField): string =>
  ((language === 'es' ? inSpanish(field)?.[1] : undefined) ?? field.description)
    .replace('100,000,000', '1,000,000')
    .replace(/cents of MXN|centavos de MXN/, 'MXN')
    .replace(/\b(?:cents|centavos)\b/, 'pesos')

/** The label of an enum value, or of a text that a field can have. */
export function valueLabel(language: Language, type: string, value: string): string {
  const known = language === 'es' ? (values.get(`${type}.${value}`) ?? options.get(value)) : undefined
  return known ?? (capitals.has(value) ? value : sentence(value.replaceAll('_', ' ')))
}

/** Members of change records of subjects without a form. */
const spanishMembers: ReadonlyMap<string, string> = new Map([
  ['adults', 'Adultos'],
  ['amountPaidCents', 'Pagado (MXN)'],
  ['amountReturnedCents', 'Devuelto (MXN)'],
  ['burst', 'Por segundo'],
  ['cancel', 'Cancelar su visita'],
  ['cancellationReason', 'Motivo de la cancelación'],
  ['cenoteId', 'Cenote'],
  ['change', 'Elegir otro horario del día'],
  ['children', 'Niños'],
  ['code', 'Código'],
  ['couponCode', 'Cupón'],
  ['currency', 'Moneda'],
  ['disrupted', 'Marcada como afectada'],
  ['externalId', 'Id externo'],
  ['guestData', 'Datos del huésped'],
  ['guestMay', 'Los huéspedes pueden'],
  ['hidePrice', 'Ocultar precios a los huéspedes'],
  ['hour', 'Por hora'],
  ['infants', 'Bebés'],
  ['isActive', 'En uso'],
  ['keys', 'Claves'],
  ['label', 'Etiqueta'],
  ['limit', 'Límite'],
  ['limits', 'Límites'],
  ['minute', 'Por minuto'],
  ['name', 'Nombre'],
  ['paymentDeadline', 'Pagar hasta'],
  ['plan', 'Plan'],
  ['quantity', 'Cantidad'],
  ['rates', 'Tipos de cambio'],
  ['returnOrigins', 'Orígenes a los que regresan los huéspedes'],
  ['scopes', 'Permisos'],
  ['seniors', 'Adultos mayores'],
  ['services', 'Servicios'],
  ['source', 'Origen'],
  ['status', 'Estado'],
  ['teens', 'Adolescentes'],
  ['tickets', 'Boletos'],
  ['total', 'Total'],
  ['totalCents', 'Total (MXN)'],
  ['tourId', 'Tour'],
  ['visitDate', 'Fecha de la visita'],
  ['visitTime', 'Hora de la visita'],
  ['visitors', 'Personas'],
])

/** The field of a form that a path of a change record leads to. */
export function fieldAt(input: string | undefined, path: readonly string[]): InputField | undefined {
  let members = input === undefined ? [] : fieldsOf(input)
  let field: InputField | undefined
  let isItem = false
  for (const name of path) {
    if (isItem) {
      isItem = false
      continue
    }
    field = members.find((one) => one.name === name)
    if (!field) return undefined
    isItem = field.kind === 'object' && field.isList
    members = fieldsOf(field.type)
  }
  return field
}

/** The labels of the path to a value of a change record, as in the form of its input; items of lists by their name. */
export function pathLabels(language: Language, input: string | undefined, path: readonly string[]): string[] {
  let members = input === undefined ? [] : fieldsOf(input)
  let isItem = false
  return path.map((name) => {
    const field = isItem ? undefined : members.find((one) => one.name === name)
    isItem = field?.kind === 'object' && field.isList
    if (field) {
      members = fieldsOf(field.type)
      return fieldLabel(language, field)
    }
    if (name.startsWith('…')) return name
    // Items of a form's list are counted from 1.
    if (/^\d+$/.test(name)) return String(Number(name) + 1)
    return (language === 'es' ? spanishMembers.get(name) : undefined) ?? words(name)
  })
}

const english: ReadonlyMap<string, string> = new Map([
  ['en', 'English'],
  ['es', 'Spanish'],
  ['fr', 'French'],
  ['url', 'Address'],
  ['id', 'Id'],
  ['cenoteId', 'Cenote'],
  ['cenoteIds', 'Cenotes'],
  ['itemId', 'Cenote or tour'],
  ['promotionId', 'Promotion'],
  ['serviceId', 'Service'],
])

/** The words of a name. */
const words = (name: string): string =>
  english.get(name) ??
  sentence(
    name
      .replace(/Cents$/, '')
      .replace(/^cents(?=[A-Z])/, 'price')
      .replace(/([a-z])([A-Z])/g, '$1 $2'),
  ) + (isAmountName(name) ? ' (MXN)' : '')

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
