/**
 * What is told of a mistake in one field of an input, and how it is said in Spanish; `{}` stands for a number or an
 * instant. The services say it in English, the gateway in the caller's language.
 */
const spanish = {
  'cannot be combined with after': 'no se puede combinar con after',
  'excludes after': 'excluye a after',
  'excludes visitDate, visitTime and preferredTime': 'excluye a visitDate, visitTime y preferredTime',
  'is not sold here': 'no se vende aquí',
  'is required': 'es obligatorio',
  'is required to record an amount': 'es obligatorio para registrar un importe',
  'is required to sort by distance': 'es obligatorio para ordenar por distancia',
  'minors must come with an adult or senior': 'los menores deben venir con un adulto o adulto mayor',
  'must add up to {} at most': 'debe sumar como máximo {}',
  'must be 1 to {} visible ASCII characters': 'debe tener de 1 a {} caracteres ASCII visibles',
  'must be HH:MM': 'debe ser HH:MM',
  'must be a UUID': 'debe ser un UUID',
  'must be a date, YYYY-MM-DD': 'debe ser una fecha, AAAA-MM-DD',
  'must be a public address': 'debe ser una dirección pública',
  'must be a telephone number': 'debe ser un número de teléfono',
  'must be a time, HH:MM': 'debe ser una hora, HH:MM',
  'must be above 0 and at most {}': 'debe ser mayor que 0 y como máximo {}',
  'must be after startTime': 'debe ser posterior a startTime',
  'must be an absolute URL': 'debe ser una URL absoluta',
  'must be an e-mail address': 'debe ser una dirección de correo electrónico',
  'must be an https address': 'debe ser una dirección https',
  'must be an https or http address': 'debe ser una dirección https o http',
  'must be an object': 'debe ser un objeto',
  'must be at most {}': 'debe ser como máximo {}',
  'must be from 1 to {} people': 'debe ser de 1 a {} personas',
  'must be from {} to {}': 'debe ser de {} a {}',
  'must have at least one person': 'debe haber al menos una persona',
  'must have at most {} characters': 'debe tener como máximo {} caracteres',
  'must have at most {} characters of JSON': 'debe tener como máximo {} caracteres de JSON',
  'must have at most {} items': 'debe tener como máximo {} elementos',
  'must have at most {} people': 'debe haber como máximo {} personas',
  'must name at least one type': 'debe nombrar al menos un tipo',
  'must not be before the check-in at {}': 'no debe ser anterior a la llegada, {}',
  'must not be empty': 'no debe estar vacío',
  'must not be in the future': 'no debe estar en el futuro',
  'must not be named twice': 'no debe nombrarse dos veces',
  'must not be negative': 'no debe ser negativo',
  'must not have a NUL': 'no debe contener NUL',
  'must not have a fragment': 'no debe tener un fragmento',
  'must not hold a user name or password': 'no debe contener usuario ni contraseña',
  'must not nest deeper than {} levels': 'no debe anidar más de {} niveles',
  'must not name a service twice': 'no debe nombrar un servicio dos veces',
  'must not name a slot twice': 'no debe nombrar un horario dos veces',
  'the price is beyond what can be told': 'el precio supera lo que se puede expresar',
  'the service is in the reservation already: use update': 'el servicio ya está en la reservación: use update',
} as const

type Filled<Text extends string> = Text extends `${infer Before}{}${infer After}`
  ? `${Before}${string | number}${Filled<After>}`
  : Text

/** A text that is here, its `{}` filled: the types let nobody say what nobody translated. */
export type FieldError = Filled<keyof typeof spanish>

/** Mistakes by the name of their field, inner ones dotted. */
export type FieldErrors = Record<string, FieldError[]>

const patterns = Object.entries(spanish).map(([text, translated]): [RegExp, string] => {
  const literal = text.split('{}').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return [new RegExp(`^${literal.join('(\\S+)')}$`), translated]
})

/** What a mistake is called in a language. */
export function fieldErrorText(fieldError: string, language: 'en' | 'es'): string {
  if (language === 'en') return fieldError
  for (const [pattern, translated] of patterns) {
    const values = pattern.exec(fieldError)?.slice(1)
    if (values) return translated.replaceAll('{}', () => values.shift() ?? '')
  }
  return fieldError
}
