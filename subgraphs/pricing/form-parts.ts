import { Type, type Static, type TObject, type TProperties } from 'typebox'
import { Form, FormText } from '../../platform/values/form-fields.ts'
import { lowerName } from '../../schema/present-fields.ts'

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

/** Returns a form with the members that have a value, and enum values as the form spells them: `percentage` becomes `PERCENTAGE`. */
export const formWith = <S extends TObject<TProperties>>(schema: S, members: object): Static<S> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([member, value]: [string, unknown]) => {
      const { enum: names = [] } = (schema.properties[member] ?? {}) as { readonly enum?: readonly string[] }
      return value == null ? [] : [[member, names.find((name) => lowerName(name) === value) ?? value]]
    }),
  ) as Static<S>
