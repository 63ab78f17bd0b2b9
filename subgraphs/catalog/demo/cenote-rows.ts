import { demoId } from '../../../platform/values/demo-id.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { LocalizedList } from '../text.ts'
import { amenities } from './amenities.ts'
import type { CenoteSeed } from './cenote-seed.ts'
import { cenotesOfCampeche } from './cenotes-campeche.ts'
import { cenotesOfQuintanaRoo } from './cenotes-quintana-roo.ts'
import { cenotesOfYucatan } from './cenotes-yucatan.ts'
import { reviewTexts } from './reviews.ts'

export const cenoteSeeds: readonly CenoteSeed[] = [...cenotesOfQuintanaRoo, ...cenotesOfYucatan, ...cenotesOfCampeche]

const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const cents = (mxn: number): number => mxn * 100
const slotsOf = ({ hours: [open, close] }: CenoteSeed): number => Math.floor((minutes(close) - minutes(open)) / 60)
const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Pictures of an item under the demo's image host, the first the main one. */
export const picturesOf = (kind: 'cenotes' | 'tours', slug: string, name: LocalizedText): object[] =>
  [
    { en: name.en, es: name.es },
    { en: `${name.en} seen from the entrance`, es: `${name.es} visto desde la entrada` },
    { en: `Swimmers at ${name.en}`, es: `Nadadores en ${name.es}` },
  ].map((alt, index) => ({
    id: `${slug}-${index + 1}`,
    url: `https://cdn.example.com/${kind}/${slug}/${index + 1}.jpg`,
    alt,
    type: index === 0 ? 'main' : 'gallery',
    order: index + 1,
  }))

const covered = (seed: CenoteSeed): boolean => seed.type === 'CAVE' || seed.type === 'UNDERGROUND'

export const cenoteRows = cenoteSeeds.map((seed, index) => ({
  id: demoId('cenote', seed.slug),
  slug: seed.slug,
  name_en: seed.name.en,
  name_es: seed.name.es,
  description_en: seed.description.en,
  description_es: seed.description.es,
  latitude: seed.at[0],
  longitude: seed.at[1],
  address: seed.address,
  state: seed.state,
  municipality: seed.municipality,
  zip_code: seed.zipCode,
  directions: seed.directions,
  landmarks: seed.landmarks,
  contact: contactOf(seed, index),
  adult_cents: cents(seed.adult),
  currency: 'MXN',
  includes: includesOf(seed),
  excludes: { en: ['Transport', 'Food and drinks', 'Tips'], es: ['Transporte', 'Alimentos y bebidas', 'Propinas'] },
  features: {
    type: seed.type,
    depth: { min: seed.depth[0], max: seed.depth[1], unit: 'meters' },
    temperature: { avg: seed.waterCelsius, unit: 'celsius' },
    visibility: { avg: seed.visibilityMeters, unit: 'meters' },
    difficulty: seed.difficulty,
    accessibility: {
      wheelchairAccessible: seed.wheelchair ?? false,
      stairsToWater: seed.stairs,
      platformAvailable: seed.stairs > 5,
    },
  },
  daily_capacity: seed.daily ?? seed.hourly * slotsOf(seed),
  hourly_capacity: seed.hourly,
  open_time: seed.hours[0],
  close_time: seed.hours[1],
  timezone: seed.state === 'Quintana Roo' ? 'America/Cancun' : 'America/Merida',
  days_open: week.filter((day) => !seed.closed?.includes(day)),
  ratings_five: seed.ratings[0],
  ratings_four: seed.ratings[1],
  ratings_three: seed.ratings[2],
  ratings_two: seed.ratings[3],
  ratings_one: seed.ratings[4],
  images: picturesOf('cenotes', seed.slug, seed.name),
  long_description: seed.longDescription,
  guidelines: guidelinesOf(seed),
  weather: weatherOf(seed),
  conservation: index % 2 === 0 ? conservationOf(seed) : null,
  certifications: index % 4 === 0 ? certificationsOf(seed) : null,
  featured: seed.featured ?? false,
  popularity: seed.popularity,
  verified_at: index % 5 === 4 ? null : '2025-10-06T16:00:00Z',
  is_active: !seed.inactive,
  created_at: seed.created,
  updated_at: `2025-10-${String((index % 28) + 1).padStart(2, '0')}T12:00:00Z`,
}))

function contactOf({ slug, state }: CenoteSeed, index: number): object {
  const area = state === 'Quintana Roo' ? '984' : state === 'Yucatán' ? '985' : '982'
  return {
    phone: `+52 ${area} 555 ${String(1_000 + index * 37)}`,
    email: `visitas@${slug}.example.com`,
    website: `https://${slug}.example.com`,
    social: {
      facebook: `https://facebook.com/${slug}`,
      instagram: `@${slug.replaceAll('-', '')}`,
      ...(index % 2 === 0 && { tripadvisor: `https://tripadvisor.com/${slug}` }),
    },
  }
}

function includesOf({ amenities: offered }: CenoteSeed): LocalizedList {
  const jacket = offered['life-jackets'] === true
  const guide = offered['guided-swim'] === 0
  return {
    en: [
      'Entrance',
      ...(jacket ? ['Life jacket'] : []),
      ...(guide ? ['Bilingual guide'] : []),
      'Use of the facilities',
    ],
    es: [
      'Entrada',
      ...(jacket ? ['Chaleco salvavidas'] : []),
      ...(guide ? ['Guía bilingüe'] : []),
      'Uso de las instalaciones',
    ],
  }
}

function guidelinesOf(seed: CenoteSeed): object {
  const inside = covered(seed)
  return {
    beforeVisit: {
      en: [
        'Shower before entering',
        'Leave sunscreen and repellent off the skin',
        inside ? 'Bring water shoes: the stairs are wet' : 'Bring a towel and a hat',
      ],
      es: [
        'Báñese antes de entrar',
        'No use bloqueador ni repelente',
        inside ? 'Traiga zapatos de agua: los escalones están mojados' : 'Traiga toalla y sombrero',
      ],
    },
    duringVisit: {
      en: [
        'Do not touch rock formations',
        'Keep your voice low',
        inside ? 'Stay within the lit area' : 'Jump only where it is marked',
      ],
      es: [
        'No toque las formaciones',
        'Hable en voz baja',
        inside ? 'Permanezca en la zona iluminada' : 'Salte solo donde esté señalado',
      ],
    },
    safety: {
      en: [
        'Life jacket for everyone who cannot swim well',
        `The water is up to ${seed.depth[1]} metres deep`,
        'Children only with an adult',
      ],
      es: [
        'Chaleco para quien no nade bien',
        `El agua alcanza ${seed.depth[1]} metros de profundidad`,
        'Niños solo con un adulto',
      ],
    },
  }
}

function weatherOf(seed: CenoteSeed): object {
  const air = { 'Quintana Roo': [21, 33], Yucatán: [19, 36], Campeche: [20, 35] }[seed.state]
  return {
    bestVisitingMonths: ['november', 'december', 'january', 'february', 'march', 'april'],
    rainySeasonImpact: covered(seed)
      ? {
          en: 'From June to October the stairs are slippery; the water stays clear.',
          es: 'De junio a octubre los escalones resbalan; el agua sigue clara.',
        }
      : {
          en: 'From June to October afternoon showers may cloud the water for a few hours.',
          es: 'De junio a octubre las lluvias de la tarde pueden enturbiar el agua unas horas.',
        },
    temperature: {
      water: { avg: seed.waterCelsius, unit: 'celsius' },
      air: { min: air[0], max: air[1], unit: 'celsius' },
    },
  }
}

function conservationOf(seed: CenoteSeed): object {
  const village = seed.landmarks[0] ?? seed.municipality
  return {
    status: 'protected',
    protectedBy:
      seed.state === 'Quintana Roo'
        ? 'SEMA Quintana Roo'
        : seed.state === 'Yucatán'
          ? 'SDS Yucatán'
          : 'SEMABICCE Campeche',
    conservationEfforts: {
      en: ['Monthly water analysis', 'Clean-up days with local schools', `At most ${seed.hourly} visitors an hour`],
      es: [
        'Análisis mensual del agua',
        'Jornadas de limpieza con escuelas locales',
        `Máximo ${seed.hourly} visitantes por hora`,
      ],
    },
    impact: {
      environmental: {
        en: 'Entrance fees pay for the reforestation of the rim.',
        es: 'Las entradas pagan la reforestación del borde.',
      },
      community: {
        en: `Guides and cooks are from ${seed.municipality}.`,
        es: `Guías y cocineros son de ${seed.municipality}.`,
      },
      economic: {
        en: `Visits sustain families near ${village}.`,
        es: `Las visitas sostienen a familias cerca de ${village}.`,
      },
    },
  }
}

function certificationsOf(seed: CenoteSeed): object[] {
  const safe = {
    name: 'Distintivo S',
    issuer: 'SECTUR',
    validUntil: '2028-06-30',
    criteria: ['Water quality', 'Waste separation', 'Fair employment'],
  }
  const diving = {
    name: 'Cavern Site Approval',
    issuer: 'NACD',
    validUntil: '2027-12-31',
    criteria: ['Permanent guideline', 'Warning signs', 'Rescue equipment'],
  }
  return 'cavern-diving' in seed.amenities ? [safe, diving] : [safe]
}

export const amenityRows = amenities.map(({ id, category, icon, name, description }) => ({
  id,
  category,
  icon,
  name,
  description,
}))

const amenityById = new Map(amenities.map((amenity) => [amenity.id, amenity]))

export const cenoteAmenityRows = cenoteSeeds.flatMap((seed) =>
  Object.entries(seed.amenities).map(([id, offer]) => {
    const amenity = amenityById.get(id)
    if (!amenity) throw new Error(`${seed.slug} offers the unknown amenity ${id}`)
    const price = typeof offer === 'number' ? offer : offer === true && id === 'life-jackets' ? 0 : amenity.price
    return {
      cenote_id: demoId('cenote', seed.slug),
      amenity_id: id,
      available: offer !== 'closed',
      cost_cents: cents(price),
      hours: amenity.hours ?? `${seed.hours[0]}-${seed.hours[1]}`,
      requirements: amenity.requirements ?? null,
      capacity: amenity.capacity ?? null,
      features: amenity.features ?? null,
      menu:
        amenity.menu?.map(({ item, price: dish, description }) => ({ item, priceCents: cents(dish), description })) ??
        null,
    }
  }),
)

/** Three to twelve reviews each, never more of a star than there are ratings; the well-known cenotes have most. */
export const reviewRows = cenoteSeeds.flatMap((seed, index) => {
  const left = [...seed.ratings]
  const count = 3 + Math.round(seed.popularity / 11)
  return Array.from({ length: count }, (_, n) => {
    const text = reviewTexts[(index * 3 + n) % reviewTexts.length]
    if (!text) return null
    const [rating, title, content, author, location] = text
    const date = new Date(Date.UTC(2025, 9, 28) - (n * 19 + (index % 7) * 3) * 86_400_000).toISOString().slice(0, 10)
    if ((left[5 - rating] ?? 0) <= 0) return null
    left[5 - rating] = (left[5 - rating] ?? 0) - 1
    return {
      id: demoId('review', `${seed.slug}/${n}`),
      cenote_id: demoId('cenote', seed.slug),
      rating,
      title,
      content,
      author,
      location,
      date,
      verified: (index + n) % 4 !== 3,
      helpful: (index * 7 + n * 11) % 40,
      photos:
        n % 4 === 0
          ? [{ url: `https://cdn.example.com/reviews/${seed.slug}/${n + 1}.jpg`, caption: seed.name.en }]
          : [],
    }
  }).filter((row) => row !== null)
})
