import { isAmountName } from '../../../schema/amount-names.ts'
import type { Failure } from '../api/failure.ts'
import { isTextKey, type TextKey, type Translate } from './text.ts'

/** The name of a member of an input as its form has it; null when it has none. */
export type LabelOf = (path: string) => string | null

/** A failure in sentences for people, without codes and members of the API. */
export interface FailureText {
  readonly message: string
  readonly fields: readonly { readonly path: string; readonly label: string | null; readonly text: string }[]
}

export function failureText(failure: Failure, translate: Translate, labelOf: LabelOf = labels(translate)): FailureText {
  return {
    message: failureMessage(failure, translate),
    fields: Object.keys(failure.fields).map((path) => ({
      path,
      label: labelOf(path),
      text: fieldText(failure, path, translate, labelOf) ?? '',
    })),
  }
}

/** Codes of GraphQL itself: the messages describe the console's own document. */
const ofProtocol = /^(BAD_REQUEST|GRAPHQL_|OPERATION_RESOLUTION_|PERSISTED_QUERY_)/

/** The console's own message for a failure if it has one, otherwise that of the API, in the reader's language. */
export function failureMessage(
  { code, message }: Pick<Failure, 'code' | 'message'>,
  translate: Translate,
  labelOf: LabelOf = labels(translate),
): string {
  const own = `failure.of.${code}`
  if (isTextKey(own)) return translate(own)
  // The gateway's library gives errors of variables no code of the catalog.
  if (code === 'BAD_USER_INPUT' || message.startsWith('Variable "$')) return translate('failure.input')
  if (ofProtocol.test(code) || message === '') return translate('failure.of.INTERNAL_ERROR')
  return readable(message, (member) => labelOf(member) ?? translate('failure.otherValue'))
}

/** The error of one field as a sentence; undefined when it has none. */
export function fieldText(
  failure: Pick<Failure, 'fields'> | null,
  path: string,
  translate: Translate,
  labelOf: LabelOf = labels(translate),
): string | undefined {
  const texts = failure?.fields[path]
  if (!texts || texts.length === 0) return undefined
  // A text names members beside its own, or of the whole input.
  const beside = path.slice(0, path.lastIndexOf('.') + 1)
  const nameOf = (member: string): string =>
    labelOf(member.includes('.') ? member : beside + member) ?? translate('failure.otherValue')
  return texts
    .map((text) => (isAmountName(path.slice(beside.length)) ? inUnits(text) : text))
    .map((text) => {
      const named = text.replace(
        endingWithMember,
        (_phrase, word: string, member: string, value: string | undefined) =>
          `${word} ${nameOf(member)}${value?.toLowerCase() ?? ''}`,
      )
      return sentence(readable(named, nameOf))
    })
    .join(' ')
}

/** Bounds of an amount in units of the currency, in which it is typed. */
const inUnits = (text: string): string =>
  text.replace(/\d+/g, (cents) => (Number(cents) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ','))

/** English texts do not quote members; these phrases of field errors end with one, or with one and its value. */
const endingWithMember = /\b(before|after|overlap|with|without|excludes) ([a-z][\w.]*)( [\w.]+)?$/

const sentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.')

/** A text of the API with the labels of the members that it names, and with values as words. */
const readable = (text: string, nameOf: (member: string) => string): string =>
  text
    .replaceAll('`', '')
    .replace(/«([a-z][\w.]*)»/g, (_quoted, member: string) => `«${nameOf(member)}»`)
    .replace(/(?<![\w./:@])[a-z]+(?:\.[a-z]\w*)*[A-Z]\w*(?:\.\w+)*/g, nameOf)
    .replace(/(?<![\w./:@])[A-Za-z]+(?:_[A-Za-z0-9]+)+/g, (value) => value.replaceAll('_', ' ').toLowerCase())
    .replace(/(?<=[:,«] ?)[A-Z]{4,}(?=,|»|$)/g, (value) => value.toLowerCase())

/** Labels of members that have none among the fields of a reservation, by their path or its last part. */
const others: Readonly<Record<string, TextKey>> = {
  actualVisitors: 'reservations.people',
  address: 'transport.address',
  ageBreakdown: 'reservations.people',
  amountCents: 'confirm.amount',
  burst: 'plan.burst',
  capacity: 'member.capacity',
  coordinates: 'member.location',
  couponCode: 'field.promoCode',
  date: 'sale.day',
  description: 'webhooks.description',
  endTime: 'calendar.ends',
  externalId: 'detail.externalId',
  from: 'calendar.firstDay',
  guest: 'reservations.guest',
  hotel: 'transport.hotel',
  itemId: 'reservations.product',
  label: 'keys.label',
  limits: 'keys.planAndLimits',
  meetingPointId: 'transport.option.MEETING_POINT',
  minutes: 'extend.minutes',
  name: 'operator.name',
  note: 'cancel.note',
  notes: 'detail.notes',
  origins: 'keys.origins',
  partnerId: 'reservations.partner',
  paymentId: 'payment.id',
  paymentMethod: 'payment.method',
  perHour: 'plan.perHour',
  perMinute: 'plan.perMinute',
  pickupLatitude: 'transport.latitude',
  pickupLongitude: 'transport.longitude',
  rates: 'operator.rates',
  reason: 'calendar.reason',
  returnOrigins: 'settings.origins',
  room: 'transport.room',
  scopes: 'keys.scopes',
  selectedServices: 'field.services',
  since: 'replay.since',
  startTime: 'calendar.begins',
  times: 'manifest.times',
  to: 'calendar.lastDay',
  transportationType: 'field.transport',
  types: 'webhooks.events',
  url: 'webhooks.url',
  visitors: 'reservations.people',
}

const labels =
  (translate: Translate): LabelOf =>
  (path) => {
    const members = path.split('.').filter((member) => !/^\d+$/.test(member))
    const ends = members.map((_member, index) => members.slice(index).join('.'))
    for (const end of ends) {
      const key = isTextKey(`field.${end}`) ? `field.${end}` : others[end]
      if (key !== undefined && isTextKey(key)) return translate(key)
    }
    return null
  }
