import type { FieldError } from './field-errors.ts'

/** A violation of a JSON Schema, as the validator reports it. */
export interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly message: string
  readonly params: Readonly<Record<string, unknown>>
}

const formatErrors: Readonly<Record<string, FieldError>> = {
  date: { code: 'NOT_A_DATE' },
  'date-time': { code: 'NOT_A_TIMESTAMP' },
  'date-or-date-time': { code: 'NOT_A_DATE_OR_TIMESTAMP' },
  uuid: { code: 'NOT_A_UUID' },
  'idn-email': { code: 'NOT_AN_EMAIL_ADDRESS' },
  'country-code': { code: 'NOT_AN_ISO_COUNTRY' },
}

/** The error of the field that a keyword of JSON Schema stands for. */
export function fieldErrorOf({ keyword, params }: Pick<SchemaError, 'keyword' | 'params'>): FieldError {
  const limit = typeof params['limit'] === 'number' ? params['limit'] : ''
  switch (keyword) {
    case 'type':
      return params['type'] === 'null' ? { code: 'NOT_NULL' } : { code: 'WRONG_TYPE', type: String(params['type']) }
    case 'format': {
      const format = String(params['format'])
      return formatErrors[format] ?? { code: 'INVALID_FORMAT', format }
    }
    case 'enum':
      return { code: 'NOT_ONE_OF', values: (params['allowedValues'] as unknown[]).join(', ') }
    case 'minimum':
      return { code: 'TOO_SMALL', min: limit }
    case 'maximum':
      return { code: 'TOO_LARGE', max: limit }
    case 'exclusiveMinimum':
      return { code: 'NOT_ABOVE', limit }
    case 'minLength':
      return limit === 1 ? { code: 'EMPTY' } : { code: 'TOO_SHORT', min: limit }
    case 'maxLength':
      return { code: 'TOO_LONG', max: limit }
    case 'minItems':
      return { code: 'TOO_FEW_ITEMS', min: limit }
    case 'maxItems':
      return { code: 'TOO_MANY_ITEMS', max: limit }
    default:
      return { code: 'INVALID' }
  }
}
