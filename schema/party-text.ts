import { ages, type Age, type PartyCounts } from './ages.ts'

/** One and several people of an age. */
const words = {
  en: {
    adults: ['adult', 'adults'],
    children: ['child', 'children'],
    seniors: ['senior', 'seniors'],
    infants: ['infant', 'infants'],
    teens: ['teen', 'teens'],
  },
  es: {
    adults: ['adulto', 'adultos'],
    children: ['niño', 'niños'],
    seniors: ['adulto mayor', 'adultos mayores'],
    infants: ['bebé', 'bebés'],
    teens: ['adolescente', 'adolescentes'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Age, readonly [one: string, several: string]>>>>

/** The name of an age for a number of people, such as `child` for one and `children` for any other. */
export const ageText = (age: Age, count: number, language: keyof typeof words): string =>
  words[language][age][count === 1 ? 0 : 1]

/** The party, such as "1 adult, 2 children". */
export const partyText = (party: PartyCounts, language: keyof typeof words): string =>
  ages
    .flatMap((age) => {
      const count = party[age] ?? 0
      return count > 0 ? [`${count} ${ageText(age, count, language)}`] : []
    })
    .join(', ')
