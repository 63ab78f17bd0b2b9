import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ChoiceSource } from '../choices/sources.ts'
import type { FormValue, InputField } from './input-field.ts'

/** How a field that is no plain text or number is filled in. */
export type Control =
  | { readonly kind: 'choice'; readonly source: ChoiceSource }
  | { readonly kind: 'options'; readonly values: readonly string[] }
  /** Typed in whole units, stored in cents. */
  | { readonly kind: 'money' }
  | { readonly kind: 'timeZone' }
  | { readonly kind: 'time' }
  | { readonly kind: 'date' }
  /** Kept as it is stored. */
  | { readonly kind: 'hidden' }

/** Context of every field of a form, at any depth. */
export interface FormContextValue {
  /** Field errors, by dotted path. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  fieldsOf(type: string): readonly InputField[]
  label(field: InputField): string
  /** The description of a field, in the language of the page. */
  describe(field: InputField): string
  valueLabel(type: string, value: string): string
  /** The control of a field, which may depend on the values beside it; null for what is typed. */
  controlOf(field: InputField, owner: FormValue): Control | null
}

const FormContext = createContext<FormContextValue | null>(null)
export const FormProvider = FormContext.Provider

export function useForm(): FormContextValue {
  const context = useContext(FormContext)
  if (!context) throw new Error('The form provider is missing')
  return context
}
