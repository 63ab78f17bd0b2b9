import type { FieldError } from './field-errors.ts'

/** What a JSON Schema finds wrong with a value, as the validator reports it. */
export interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly message: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The error of the field that a keyword of JSON Schema stands for. */
export function fieldErrorOf({ keyword, params }: Pick<SchemaError, 'keyword' | 'params'>): FieldError {
  const limit = typeof params['limit'] === 'number' ? params['limit'] : ''
  switch (keyword) {
    case 'type':
      return { code: 'WRONG_TYPE', type: String(params['type']) }
    case 'enum':
      return { code: 'NOT_ONE_OF', values: (params['allowedValues'] as unknown[]).join(', ') }
    case 'minimum':
      return { code: 'TOO_SMALL', min: limit }
    case 'maximum':
      return { code: 'TOO_LARGE', max: limit }
    case 'exclusiveMinimum':
      return { code: 'NOT_ABOVE', limit }
    case 'minLength':
      return { code: 'TOO_SHORT', min: limit }
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
