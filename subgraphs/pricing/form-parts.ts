import { Type } from 'typebox'
import { Form, FormText } from '../../platform/values/form-fields.ts'

/** Parts that the forms of prices share. */

export const maxNameLength = 200
export const maxDescriptionLength = 1_000

export const Uuid = (description: string) => Type.String({ format: 'uuid', description })
export const Instant = (description: string) => Type.String({ format: 'date-time', description })
export const Whole = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description })
/** The higher, the earlier a discount applies. */
export const Priority = () => Whole(-1_000_000, 1_000_000, 'The higher, the earlier it applies.')
export const Flag = (description: string) => Type.Boolean({ description })

/** A name that calculations show, in French too where there is one. */
export const TranslatedTexts = (maxLength: number, description: string) =>
  Form(
    {
      en: FormText(maxLength, 'English.'),
      es: FormText(maxLength, 'Spanish.'),
      fr: Type.Optional(FormText(maxLength, 'French, of calculations only.')),
    },
    { description },
  )

/** An instant as it is stored, and as forms show it. */
export const instantOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text))
export const textOf = (instant: Date | null): string | undefined => instant?.toISOString()

/** A name as the contract has it, and as it is stored. */
export const lower = <Name extends string>(name: Name): Lowercase<Name> => name.toLowerCase() as Lowercase<Name>
export const upper = <Name extends string>(name: Name): Uppercase<Name> => name.toUpperCase() as Uppercase<Name>

/** The members that have a value: absent ones are left out of a form. */
export function present<T extends object>(members: T): { [Member in keyof T]: Exclude<T[Member], null | undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value != null)) as never
}
