// Facts of a bulk cenote that both databases must agree on: computed from its number, as SQL over a column or
// parameter.

/** A UUID (RFC 9562, version 8) derived from a text. */
export const idOf = (text: string): string =>
  `overlay(overlay(md5(${text}) placing '8' from 13) placing '8' from 17)::uuid`

/** A UUID (RFC 9562, version 7) of an instant, derived from a text. */
export const idAt = (instant: string, text: string): string =>
  `(lpad(to_hex((extract(epoch FROM ${instant}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${text}), 14, 3) || '8' || substr(md5(${text}), 18))::uuid`

export const cenoteIdOf = (number: string): string => idOf(`'bulk-cenote-' || ${number}`)
/** Whole MXN 100 to 899, in cents. */
export const adultCentsOf = (number: string): string => `(100 + ${number} * 7919 % 800) * 100`
/** 0 Quintana Roo, 1 Yucatán, 2 Campeche. */
export const stateOf = (number: string): string => `${number} % 3`
export const timezoneOf = (number: string): string =>
  `CASE WHEN ${stateOf(number)} = 0 THEN 'America/Cancun' ELSE 'America/Merida' END`

const first = ['Sac', 'Chac', 'Ek', 'Yax', 'Kan', 'Nohoch', 'Chan', 'Xunaan', 'Dzul', 'Tankah', 'Aktun', 'Chukum']
const second = ['Balam', 'Ha', 'Actun', 'Kin', 'Che', 'Nah', 'Ixchel', 'Peten', 'Kay', 'Uxul', 'Mucuy', 'Toh', 'Zotz']

/** The n-th of some texts, in SQL. */
export const pick = (texts: readonly string[], number: string): string =>
  `(ARRAY[${texts.map((text) => `'${text}'`).join(', ')}])[1 + ${number} % ${texts.length}]`
/** Without the word for what it is; the same in every language. */
export const nameOf = (number: string): string =>
  `${pick(first, number)} || ' ' || ${pick(second, `${number} / 7`)} || ' ' || ${number}`

export const opensAt = 9
export const slotsADay = 8
export const hourlyCapacity = 20
export const dailyCapacity = 160
/** Bulk reservations spread over as many days, so many of them past. */
export const days = 120
export const pastDays = 20
/** People of the largest bulk reservation. */
export const maxPeople = 4
/** Reservations that fit one cenote whatever their party sizes. */
export const maxReservationsPerCenote = days * slotsADay * (hourlyCapacity / maxPeople)
