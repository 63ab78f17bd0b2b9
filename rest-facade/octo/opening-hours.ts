import { Type, type Static } from 'typebox'

const Hours = Type.Object({ from: Type.String({ description: 'HH:MM.' }), to: Type.String({ description: 'HH:MM.' }) })

/** When a product is open on a day, in its time zone. */
export const OpeningHoursMember = Type.Array(Hours, {
  description: 'When the cenote is open that day, in its time zone; empty for a tour.',
})

export type OpeningHours = Static<typeof Hours>

/** The opening hours of a cenote, the same on every day that it opens. */
export const openingHoursOf = (schedule: { readonly openTime: string; readonly closeTime: string }): OpeningHours[] => [
  { from: schedule.openTime, to: schedule.closeTime },
]
