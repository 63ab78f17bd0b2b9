import type { ReservationStatus } from './reservation-statuses.ts'

/** A code as people read it. */
interface Word {
  readonly en: string
  readonly es: string
}

/**
 * The words for people in a message instead of a code of its details. The codes themselves stay in the details, for
 * programs.
 */
export const vocabularies = {
  reservationStatus: {
    pending: { en: 'pending', es: 'pendiente' },
    confirmed: { en: 'confirmed', es: 'confirmada' },
    in_progress: { en: 'in progress', es: 'en curso' },
    completed: { en: 'completed', es: 'completada' },
    cancelled: { en: 'cancelled', es: 'cancelada' },
    no_show: { en: 'a no-show', es: 'no presentada' },
    refunded: { en: 'refunded', es: 'reembolsada' },
  },
  availabilityRule: {
    start_date_required: { en: 'the start date is missing', es: 'falta la fecha inicial' },
    start_date_malformed: { en: 'the start date is not a date', es: 'la fecha inicial no es una fecha' },
    start_date_in_past: { en: 'the start date is in the past', es: 'la fecha inicial ya pasó' },
    end_date_malformed: { en: 'the end date is not a date', es: 'la fecha final no es una fecha' },
    end_date_not_after_start_date: {
      en: 'the end date is not after the start date',
      es: 'la fecha final no es posterior a la inicial',
    },
    end_date_before_start_date: {
      en: 'the end date is before the start date',
      es: 'la fecha final es anterior a la inicial',
    },
    range_over_62_days: { en: 'the range is not 1 to 62 days', es: 'el periodo no es de 1 a 62 días' },
    range_over_366_days: { en: 'the range is not 1 to 366 days', es: 'el periodo no es de 1 a 366 días' },
    range_over_30_days: { en: 'the range is not 1 to 30 days', es: 'el periodo no es de 1 a 30 días' },
    date_in_past: { en: 'the date is in the past', es: 'la fecha ya pasó' },
    date_too_far_ahead: { en: 'the date is too far ahead', es: 'la fecha es demasiado lejana' },
    not_a_slot: { en: 'no slot begins at this time', es: 'ningún horario empieza a esa hora' },
    capacity_above_catalog: {
      en: 'the capacity exceeds that of the cenote',
      es: 'la capacidad supera la del cenote',
    },
    capacity_below_booked: {
      en: 'the capacity is below what is booked',
      es: 'la capacidad es menor que lo ya reservado',
    },
  },
  closureReason: {
    maintenance: { en: 'maintenance', es: 'mantenimiento' },
    weather: { en: 'weather', es: 'clima' },
    holiday: { en: 'holiday', es: 'día festivo' },
    private_event: { en: 'private event', es: 'evento privado' },
    capacity_issue: { en: 'not enough room', es: 'falta de lugar' },
    force_majeure: { en: 'force majeure', es: 'fuerza mayor' },
  },
  subscriptionBound: {
    connection: { en: 'connection', es: 'conexión' },
    partner: { en: 'partner', es: 'socio' },
    operation: { en: 'operation', es: 'operación' },
  },
  documentLimit: {
    tokens: { en: 'tokens', es: 'palabras y signos' },
    depth: { en: 'depth', es: 'profundidad' },
    introspectionDepth: { en: 'depth of introspection', es: 'profundidad de la introspección' },
    aliases: { en: 'aliases', es: 'alias' },
    rootFields: { en: 'root fields', es: 'campos raíz' },
    directives: { en: 'directives', es: 'directivas' },
    fields: { en: 'fields', es: 'campos' },
    planningSeconds: { en: 'seconds of planning', es: 'segundos de planificación' },
  },
  ageCategory: {
    infant: { en: 'infant', es: 'bebés' },
    child: { en: 'child', es: 'niños' },
    teen: { en: 'teen', es: 'adolescentes' },
    adult: { en: 'adult', es: 'adultos' },
    senior: { en: 'senior', es: 'adultos mayores' },
  },
  jsonType: {
    string: { en: 'string', es: 'texto' },
    integer: { en: 'integer', es: 'número entero' },
    number: { en: 'number', es: 'número' },
    boolean: { en: 'boolean', es: 'booleano' },
    array: { en: 'array', es: 'lista' },
    object: { en: 'object', es: 'objeto' },
    null: { en: 'null', es: 'nulo' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Word>>>> & {
  readonly reservationStatus: Readonly<Record<ReservationStatus, Word>>
}

export type VocabularyName = keyof typeof vocabularies
/** A code of a vocabulary. */
export type CodeOf<Name extends VocabularyName> = keyof (typeof vocabularies)[Name] & string

/** A code in a language; unchanged when the vocabulary does not have it. */
export function wordFor(name: VocabularyName, code: string, language: 'en' | 'es'): string {
  const words: Readonly<Record<string, Word>> = vocabularies[name]
  return Object.hasOwn(words, code) ? (words[code]?.[language] ?? code) : code
}
