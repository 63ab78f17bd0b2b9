import { filledText } from './filled-text.ts'
import { wordFor, type VocabularyName } from './vocabularies.ts'

/**
 * The errors of one field of an input; a `{name}` in a text is a parameter of its code. Names of members and
 * values, which the caller writes as they are, stand between quotation marks in Spanish sentences.
 */
export const fieldErrorTexts = {
  ADULT_REQUIRED: {
    en: 'minors must come with an adult or senior',
    es: 'los menores deben venir con un adulto o adulto mayor',
  },
  AT_LEAST_ONE_PERSON: { en: 'must be at least one person', es: 'debe haber al menos una persona' },
  BEFORE_CHECK_IN: {
    en: 'must not be before the check-in at {checkedInAt}',
    es: 'no debe ser anterior a la llegada, {checkedInAt}',
  },
  BEFORE: { en: 'must not be before {field}', es: 'no debe ser anterior a «{field}»' },
  BEFORE_FROM: { en: 'must not be before from', es: 'no debe ser anterior a «from»' },
  EMPTY: { en: 'must not be empty', es: 'no debe estar vacío' },
  EXCLUDES_AFTER: { en: 'excludes after', es: 'no se puede combinar con «after»' },
  EXCLUDES_VISIT_DATE_AND_TIME: {
    en: 'excludes visitDate, visitTime and preferredTime',
    es: 'no se puede combinar con «visitDate», «visitTime» ni «preferredTime»',
  },
  EXCLUDED_BY: { en: 'must be absent with {field} {value}', es: 'debe omitirse cuando «{field}» es «{value}»' },
  HAS_CREDENTIALS: { en: 'must not hold a user name or password', es: 'no debe contener usuario ni contraseña' },
  HAS_FRAGMENT: { en: 'must not have a fragment', es: 'no debe tener un fragmento' },
  HAS_NUL: { en: 'must not have a NUL', es: 'no debe contener NUL' },
  INVALID: { en: 'is not valid', es: 'no es válido' },
  INVALID_FORMAT: { en: 'must be a valid {format}', es: 'debe tener el formato «{format}»' },
  IN_THE_PAST: { en: 'must not be in the past', es: 'no debe estar en el pasado' },
  IN_THE_FUTURE: { en: 'must not be in the future', es: 'no debe estar en el futuro' },
  JSON_TOO_LONG: {
    en: 'must have at most {max} characters of JSON',
    es: 'debe tener como máximo {max} caracteres de JSON',
  },
  NAMES_ANOTHER_KEY: {
    en: 'must not name another API key than X-API-Key',
    es: 'no debe llevar una clave de API distinta de la de «X-API-Key»',
  },
  NAMED_TWICE: { en: 'must not be named twice', es: 'no debe repetirse' },
  NAMES_NO: { en: 'must name {names} too', es: 'también debe incluir {names}' },
  NEEDS_EXPAND: { en: '{name} needs expand={expansion}', es: '«{name}» requiere «expand={expansion}»' },
  NEGATIVE: { en: 'must not be negative', es: 'no debe ser negativo' },
  NOT_ABOVE: { en: 'must be above {limit}', es: 'debe ser mayor que {limit}' },
  NOT_AFTER: { en: 'must be after {field}', es: 'debe ser posterior a «{field}»' },
  NOT_AFTER_OPEN_TIME: { en: 'must be after openTime', es: 'debe ser posterior a «openTime»' },
  NOT_AFTER_START_TIME: { en: 'must be after startTime', es: 'debe ser posterior a «startTime»' },
  NOT_AN_ABSOLUTE_URL: { en: 'must be an absolute URL', es: 'debe ser una URL absoluta' },
  NOT_AN_EMAIL_ADDRESS: { en: 'must be an e-mail address', es: 'debe ser una dirección de correo electrónico' },
  NOT_AN_HTTPS_ORIGIN: {
    en: 'must be an https origin such as https://agency.example, without path, user name or wildcard',
    es: 'debe ser un origen https como https://agencia.example, sin ruta, usuario ni comodín',
  },
  NOT_AN_HTTPS_ADDRESS: { en: 'must be an https address', es: 'debe ser una dirección https' },
  NOT_A_PICTURE_ADDRESS: {
    en: 'must be an https or http address, or a path such as /pictures/azul-1.png',
    es: 'debe ser una dirección https o http, o una ruta como /pictures/azul-1.png',
  },
  NOT_AN_HTTP_ADDRESS: { en: 'must be an https or http address', es: 'debe ser una dirección https o http' },
  NOT_AN_ISO_COUNTRY: {
    en: 'must be an ISO 3166 country code of two capital letters',
    es: 'debe ser un código de país ISO 3166 de dos letras mayúsculas',
  },
  NOT_AN_OBJECT: { en: 'must be an object', es: 'debe ser un objeto' },
  NOT_A_COUPON_CODE: {
    en: 'must have letters A to Z, digits, hyphens and underscores only',
    es: 'debe tener solo letras A a Z, dígitos, guiones y guiones bajos',
  },
  NOT_A_CURRENCY: { en: 'must be a currency code of ISO 4217', es: 'debe ser un código de moneda ISO 4217' },
  NOT_A_DATE: { en: 'must be a date, YYYY-MM-DD', es: 'debe ser una fecha, AAAA-MM-DD' },
  NOT_A_DATE_OR_TIMESTAMP: {
    en: 'must be an ISO 8601 date or timestamp',
    es: 'debe ser una fecha o marca de tiempo ISO 8601',
  },
  NOT_A_HEADER_NAME: {
    en: 'must be the name of an HTTP header, at most {max} characters',
    es: 'debe ser el nombre de un encabezado HTTP, de {max} caracteres como máximo',
  },
  NOT_A_HEADER_VALUE: {
    en: 'must not have line breaks or other characters that an HTTP header cannot have',
    es: 'no debe tener saltos de línea ni otros caracteres que un encabezado HTTP no admite',
  },
  NOT_A_PAGE_ORIGIN: {
    en: 'must be origins such as https://shop.example, without a path; loopback addresses in the sandbox only',
    es: 'deben ser orígenes como https://shop.example, sin ruta; las direcciones locales («loopback»), solo en el entorno de pruebas',
  },
  NOT_A_PUBLIC_ADDRESS: { en: 'must be a public address', es: 'debe ser una dirección pública' },
  NOT_A_RETURN_ORIGIN: {
    en: 'must be at one of the returnOrigins in the settings of the partner',
    es: 'debe estar en uno de los «returnOrigins» de la configuración del socio',
  },
  NOT_A_SLUG: {
    en: 'must have lowercase letters, digits and single hyphens only',
    es: 'debe tener solo letras minúsculas, dígitos y guiones simples',
  },
  NOT_A_TELEPHONE_NUMBER: { en: 'must be a telephone number', es: 'debe ser un número de teléfono' },
  NOT_A_TIME: { en: 'must be a time, HH:MM', es: 'debe ser una hora, HH:MM' },
  NOT_A_TIMESTAMP: {
    en: 'must be an ISO 8601 timestamp with its offset, such as 2026-12-05T10:00:00Z',
    es: 'debe ser una marca de tiempo ISO 8601 con su desfase, como 2026-12-05T10:00:00Z',
  },
  NOT_A_TIME_ZONE: {
    en: 'must be an IANA time zone, such as America/Cancun',
    es: 'debe ser una zona horaria de IANA, como America/Cancun',
  },
  NOT_A_UUID: { en: 'must be a UUID', es: 'debe ser un UUID' },
  NOT_COORDINATES: { en: 'must be latitude,longitude', es: 'debe ser latitud,longitud' },
  NOT_HH_MM: { en: 'must be HH:MM', es: 'debe ser HH:MM' },
  NOT_IN_DOCUMENTED_FORM: { en: 'is not in the documented form', es: 'no tiene la forma documentada' },
  NOT_NULL: { en: 'must be null', es: 'debe ser nulo' },
  NOT_OFFERED: { en: 'is not offered', es: 'no se ofrece' },
  NOT_ONE_OF: { en: 'must be one of: {values}', es: 'debe ser uno de: {values}' },
  NOT_PERCENT_ENCODED: {
    en: 'must be percent-encoded UTF-8',
    es: 'debe ser UTF-8 con codificación porcentual',
  },
  NOT_POSITIVE_UP_TO: { en: 'must be above 0 and at most {max}', es: 'debe ser mayor que 0 y como máximo {max}' },
  NOT_SOLD: { en: 'is not sold here', es: 'no se vende aquí' },
  NOT_STORABLE: {
    en: 'must not contain a NUL or half of a surrogate pair',
    es: 'no debe contener NUL ni la mitad de un par sustituto',
  },
  NOT_THE_VISITORS: {
    en: 'must be as many people of each category as visitors counts',
    es: 'deben ser tantas personas de cada categoría como indica «visitors»',
  },
  NOT_VISIBLE_ASCII: {
    en: 'must be 1 to {max} visible ASCII characters',
    es: 'debe tener de 1 a {max} caracteres ASCII visibles',
  },
  NOT_WITH: { en: 'cannot be combined with {field}', es: 'no se puede combinar con «{field}»' },
  NOT_WITH_AFTER: { en: 'cannot be combined with after', es: 'no se puede combinar con «after»' },
  NO_PEOPLE: { en: 'must have at least one person', es: 'debe haber al menos una persona' },
  ONLY_WHILE_PENDING: {
    en: 'can be given only while the reservation is pending',
    es: 'solo puede indicarse mientras la reservación está pendiente',
  },
  NO_TYPES: { en: 'must name at least one type', es: 'debe incluir al menos un tipo' },
  OUT_OF_RANGE: { en: 'must be from {min} to {max}', es: 'debe estar entre {min} y {max}' },
  OVERLAPS: { en: 'must not overlap {field}', es: 'no debe traslaparse con «{field}»' },
  OVERLAPS_AGES: {
    en: 'must not overlap or reverse the ages of {category}, {ages}',
    es: 'no debe traslaparse con las edades de {category}, {ages}, ni invertir su orden',
  },
  OVERLAPS_OVERRIDES: {
    en: 'must not overlap the ages that {items} cenotes or tours have of their own',
    es: 'no debe traslaparse con las edades propias de {items} cenotes o tours',
  },
  OVERLAPS_OTHER_AGES: {
    en: 'overlaps the ages of another category',
    es: 'se traslapa con las edades de otra categoría',
  },
  PARTY_OUT_OF_RANGE: { en: 'must be {min} to {max} people', es: 'deben ser de {min} a {max} personas' },
  PEOPLE_OUT_OF_RANGE: { en: 'must be from 1 to {max} people', es: 'deben ser de 1 a {max} personas' },
  PRICE_TOO_LARGE: { en: 'the price exceeds the maximum', es: 'el precio supera el máximo' },
  REQUIRED: { en: 'is required', es: 'es obligatorio' },
  REQUIRED_BY_DISTANCE_SORT: {
    en: 'is required by sortBy=location.distance',
    es: 'es obligatorio con «sortBy=location.distance»',
  },
  REQUIRED_TO_SORT_BY_DISTANCE: {
    en: 'is required to sort by distance',
    es: 'es obligatorio para ordenar por distancia',
  },
  REQUIRED_WITH: { en: 'is required with {field} {value}', es: 'es obligatorio cuando «{field}» es «{value}»' },
  REQUIRED_WITHOUT: { en: 'is required without {field}', es: 'es obligatorio si se omite «{field}»' },
  REQUIRED_WITH_AMOUNT: { en: 'is required to record an amount', es: 'es obligatorio para registrar un importe' },
  RESERVED_HEADER: {
    en: 'is reserved for the delivery itself',
    es: 'está reservado para la entrega misma',
  },
  SERVICE_ALREADY_RESERVED: {
    en: 'the service is in the reservation already: use update',
    es: 'el servicio ya está en la reservación: use «update»',
  },
  SERVICE_NAMED_TWICE: { en: 'must not name a service twice', es: 'no debe repetir un servicio' },
  SLOT_NAMED_TWICE: { en: 'must not name a slot twice', es: 'no debe repetir un horario' },
  SUM_TOO_LARGE: { en: 'must add up to {max} at most', es: 'debe sumar como máximo {max}' },
  TAKEN: { en: 'is used already', es: 'ya está en uso' },
  TOO_DEEP: { en: 'must not nest deeper than {max} levels', es: 'no debe tener más de {max} niveles de anidación' },
  TOO_FEW_ITEMS: { en: 'must have at least {min} items', es: 'debe tener al menos {min} elementos' },
  TOO_LARGE: { en: 'must be at most {max}', es: 'debe ser como máximo {max}' },
  TOO_LONG_AGO: { en: 'must be at most {max} days ago', es: 'debe ser de hace {max} días como máximo' },
  TOO_LONG: { en: 'must have at most {max} characters', es: 'debe tener como máximo {max} caracteres' },
  TOO_MANY_DAYS: { en: 'must cover at most {max} days', es: 'debe abarcar como máximo {max} días' },
  TOO_MANY_DECIMALS: { en: 'must have at most two decimals', es: 'debe tener como máximo dos decimales' },
  TOO_MANY_ITEMS: { en: 'must have at most {max} items', es: 'debe tener como máximo {max} elementos' },
  TOO_MANY_ROWS: { en: 'must make at most {max} rows', es: 'debe dar como máximo {max} filas' },
  TOO_MANY_PEOPLE: { en: 'must have at most {max} people', es: 'debe haber como máximo {max} personas' },
  TOO_PRECISE: { en: 'must have at most four decimals', es: 'debe tener como máximo cuatro decimales' },
  TOO_SHORT: { en: 'must have at least {min} characters', es: 'debe tener al menos {min} caracteres' },
  TOO_SMALL: { en: 'must be at least {min}', es: 'debe ser como mínimo {min}' },
  UNKNOWN: { en: 'is unknown', es: 'es desconocido' },
  UNKNOWN_AMONG: { en: 'is unknown; known here: {names}', es: 'es desconocido; los valores válidos son: {names}' },
  UNKNOWN_NAMES: { en: 'unknown: {names}', es: 'desconocidos: {names}' },
  UNKNOWN_NEAR: { en: 'is unknown; did you mean {name}?', es: 'es desconocido; ¿quiso decir {name}?' },
  WRONG_TYPE: { en: 'must be of type {type}', es: 'debe ser de tipo {type}' },
} as const satisfies Record<string, { readonly en: string; readonly es: string }>

export type FieldErrorCode = keyof typeof fieldErrorTexts

/** The names of the parameters in a text. */
export type ParametersOf<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never

/** An error of a field by its code, with the parameters that its texts name. */
export type FieldError = {
  [Code in FieldErrorCode]: { readonly code: Code } & {
    readonly [Name in ParametersOf<(typeof fieldErrorTexts)[Code]['en']>]: string | number
  }
}[FieldErrorCode]

/** Errors by the name of their field, inner ones dotted. */
export type FieldErrors = Record<string, FieldError[]>

/** The parameters that are codes, by the vocabulary that has their texts. */
const words: Readonly<Record<string, VocabularyName>> = { type: 'jsonType', category: 'ageCategory' }

/** The text of an error in a language. */
export function fieldErrorText(fieldError: FieldError, language: 'en' | 'es'): string {
  const { code, ...parameters }: { code: FieldErrorCode; [parameter: string]: string | number } = fieldError
  return filledText(fieldErrorTexts[code][language], (name) => {
    const value = String(parameters[name])
    const vocabulary = words[name]
    if (!vocabulary) return value
    // A member may take values of several types.
    const alternatives = value.split(',').map((one) => wordFor(vocabulary, one, language))
    return alternatives.join(language === 'en' ? ' or ' : ' o ')
  })
}

/** The texts of errors in a language, by field. */
export const fieldErrorsIn = (
  fields: Readonly<Record<string, readonly FieldError[]>>,
  language: 'en' | 'es',
): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, fieldErrors]) => [
      name,
      fieldErrors.map((fieldError) => fieldErrorText(fieldError, language)),
    ]),
  )
