import { demoId } from '../../../platform/values/demo-id.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import { history } from './history.ts'

/** The reviews of visitors: stars, headline, text, author, origin, in the language they were written in. */
const reviewTexts: readonly (readonly [
  rating: number,
  title: string,
  content: string,
  author: string,
  location: string | null,
])[] = [
  [
    5,
    'The best morning of our trip',
    'We arrived at opening time and had the water almost to ourselves. Clear, cool and perfectly kept.',
    'Emily R.',
    'Portland, United States',
  ],
  [
    5,
    'Un lugar mágico',
    'El agua es transparente y el personal muy amable. Volveremos con toda la familia.',
    'Lucía Hernández',
    'Puebla, México',
  ],
  [
    4,
    'Beautiful, but come early',
    'Wonderful place. After eleven the groups arrive and it gets loud, so set an alarm.',
    'Tom B.',
    'Leeds, United Kingdom',
  ],
  [
    5,
    'Perfecto para niños',
    'Mis hijos usaron chaleco y se sintieron seguros todo el tiempo. Las instalaciones están limpias.',
    'Jorge Canul',
    'Mérida, México',
  ],
  [
    4,
    'Merece la pena',
    'Muy bonito y bien cuidado. El estacionamiento se llena pronto los domingos.',
    'Marta G.',
    'Valencia, España',
  ],
  [
    5,
    'Worth every peso',
    'Our guide knew every rock and every fish. The light at noon is unreal.',
    'Aisha K.',
    'Toronto, Canada',
  ],
  [
    3,
    'Nice but crowded',
    'The cenote itself is lovely; the queue for the changing rooms was not.',
    'Pieter V.',
    'Utrecht, Netherlands',
  ],
  [
    5,
    'Silencio y agua azul',
    'Fuimos entre semana y solo se oían los pájaros. Inolvidable.',
    'Ana Sofía Pech',
    'Campeche, México',
  ],
  [
    4,
    'Good snorkelling',
    'Fish, turtles and easy entry. Bring your own mask to save the rental.',
    'Daniel S.',
    'Berlin, Germany',
  ],
  [5, 'Magnifique', 'Un endroit superbe, très bien entretenu. À ne pas manquer.', 'Camille D.', 'Lyon, France'],
  [
    4,
    'Buena experiencia',
    'Los escalones son muchos, pero la vista lo compensa. Lleven zapatos de agua.',
    'Ricardo Méndez',
    'Monterrey, México',
  ],
]

/** The facts of a demo cenote that its reviews depend on. */
export interface ReviewedCenote {
  readonly slug: string
  readonly name: LocalizedText
  readonly popularity: number
}

/** Three to twelve reviews each, never more of a star than there are ratings; the well-known cenotes have most. */
export function reviewRows(cenotes: ReadonlyMap<string, ReviewedCenote>): object[] {
  return history.flatMap(([slug, ratings], index) => {
    const cenote = cenotes.get(slug)
    if (!cenote) return []
    const left = [...ratings]
    const count = 3 + Math.round(cenote.popularity / 11)
    return Array.from({ length: count }, (_, n) => {
      const text = reviewTexts[(index * 3 + n) % reviewTexts.length]
      if (!text) return null
      const [rating, title, content, author, location] = text
      const date = new Date(Date.UTC(2025, 9, 28) - (n * 19 + (index % 7) * 3) * 86_400_000).toISOString().slice(0, 10)
      if ((left[5 - rating] ?? 0) <= 0) return null
      left[5 - rating] = (left[5 - rating] ?? 0) - 1
      return {
        id: demoId('review', `${slug}/${n}`),
        cenote_id: demoId('cenote', slug),
        rating,
        title,
        content,
        author,
        location,
        date,
        verified: (index + n) % 4 !== 3,
        helpful: (index * 7 + n * 11) % 40,
        photos: n % 4 === 0 ? [{ url: `/pictures/${slug}-3.png`, caption: cenote.name.en }] : [],
      }
    }).filter((row) => row !== null)
  })
}
