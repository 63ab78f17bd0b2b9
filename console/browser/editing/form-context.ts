import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { InputField } from './input-field.ts'

/** Context of every field of a form, at any depth. */
export interface FormContextValue {
  /** Field errors of the API, by dotted path. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  fieldsOf(type: string): readonly InputField[]
  label(field: InputField): string
  /** The description of a field, in the language of the page. */
  describe(field: InputField): string
  valueLabel(type: string, value: string): string
  /** The options of a field that holds an id; null for a field that is typed. */
  choicesFor(name: string): readonly { readonly value: string; readonly label: string }[] | null
}

const FormContext = createContext<FormContextValue | null>(null)
export const FormProvider = FormContext.Provider

export function useForm(): FormContextValue {
  const context = useContext(FormContext)
  if (!context) throw new Error('The form provider is missing')
  return context
}
