import type { Static } from 'typebox'
import type { Language } from '../../../platform/values/i18n.ts'
import { refundTiers } from '../../../schema/visit-terms.ts'
import type {
  OctoCenoteFragment,
  OctoLocationFragment,
  OctoPointFragment,
  OctoTourFragment,
} from '../../generated/operations.ts'
import type { Feature, Location, Media, ProductContent } from './schema.ts'

/** The content of a product beside its title and duration. */
export type Content = Pick<
  Static<typeof ProductContent>,
  'shortDescription' | 'description' | 'features' | 'faqs' | 'media' | 'locations' | 'categoryLabels' | 'commentary'
>
type FeatureBody = Static<typeof Feature>
type LocationBody = Static<typeof Location>
type CategoryLabel = Content['categoryLabels'][number]

export function cenoteContent(cenote: OctoCenoteFragment, language: Language): Content {
  const { description, longDescription, pricing, guidelines, images, features, meetingPoints = [] } = cenote
  const points = meetingPoints.filter(isInUse).map(pointLocation)
  return {
    shortDescription: description ?? null,
    description: longDescription ?? description ?? null,
    features: [
      ...featuresOf('INCLUSION', pricing?.includes),
      ...featuresOf('EXCLUSION', pricing?.excludes),
      ...featuresOf('PREARRIVAL_INFORMATION', guidelines?.beforeVisit),
      ...featuresOf('PREARRIVAL_INFORMATION', guidelines?.duringVisit),
      ...featuresOf('PREARRIVAL_INFORMATION', guidelines?.safety),
      cancellationTerm(language),
    ],
    faqs: [],
    media: mediaOf(images),
    // Guests come to the cenote itself where they are not met elsewhere.
    locations: [...points, ...placesOf([cenote], points.length > 0 ? 'POINT_OF_INTEREST' : 'START')],
    categoryLabels: [
      'outdoors',
      ...(features ? [difficultyLabels[features.difficulty]] : []),
      ...(features?.difficulty === 'BEGINNER' ? (['family-friendly'] as const) : []),
      ...(features?.accessibility.wheelchairAccessible ? (['wheelchair-accessible'] as const) : []),
    ],
    commentary: [],
  }
}

const difficultyLabels = {
  BEGINNER: 'trip-difficulty-easy',
  INTERMEDIATE: 'trip-difficulty-medium',
  ADVANCED: 'trip-difficulty-hard',
} as const satisfies Record<string, CategoryLabel>

export function tourContent(tour: OctoTourFragment, language: Language): Content {
  const { description, includes, excludes, images, meetingPoints = [], stops = [], durationMinutes } = tour
  return {
    shortDescription: description ?? null,
    description: description ?? null,
    features: [...featuresOf('INCLUSION', includes), ...featuresOf('EXCLUSION', excludes), cancellationTerm(language)],
    faqs: [],
    media: mediaOf(images),
    locations: [
      ...meetingPoints.filter(isInUse).map(pointLocation),
      ...placesOf(
        stops.map(({ cenote }) => cenote),
        'POINT_OF_INTEREST',
      ),
    ],
    categoryLabels: ['guided-tours', 'outdoors', ...lengthLabels(durationMinutes)],
    commentary: [],
  }
}

const dayMinutes = 1_440
/** A tour that takes most of a day. */
const dayTripMinutes = 360
function lengthLabels(minutes: number): CategoryLabel[] {
  if (minutes > dayMinutes) return ['multi-day']
  return minutes >= dayTripMinutes ? ['day-trips'] : []
}

/** The content of the only option: that of its product, which it does not repeat. */
export const optionContent = (title: string, durationMinutes: number) => ({
  title,
  shortDescription: null,
  description: null,
  features: [],
  faqs: [],
  media: [],
  locations: [],
  categoryLabels: [],
  durationMinutesFrom: durationMinutes,
  durationMinutesTo: null,
  commentary: [],
})

const featuresOf = (type: FeatureBody['type'], texts: readonly string[] | null | undefined): FeatureBody[] =>
  (texts ?? []).map((shortDescription) => ({ shortDescription, type }))

const [full, partial] = refundTiers
const cancellationTexts: Record<Language, string> = {
  en: `Full refund up to ${full.hoursBefore} hours before the start, ${partial.percentage} % up to ${partial.hoursBefore} hours before; later the booking cannot be cancelled.`,
  es: `Reembolso completo hasta ${full.hoursBefore} horas antes del inicio, del ${partial.percentage} % hasta ${partial.hoursBefore} horas antes; después la reserva no se puede cancelar.`,
}
const cancellationTerm = (language: Language): FeatureBody => ({
  shortDescription: cancellationTexts[language],
  type: 'CANCELLATION_TERM',
})

/** Pictures of a kind that OCTO knows, the first as the cover. */
function mediaOf(images: readonly { url: string; alt: string }[] | undefined): Static<typeof Media>[] {
  const known = (images ?? []).flatMap(({ url, alt }) => {
    const type = mediaTypeOf(url)
    return type ? [{ src: url, type, caption: alt }] : []
  })
  return known.map((image, index) => ({
    ...image,
    rel: index === 0 ? ('COVER' as const) : ('GALLERY' as const),
    title: null,
    copyright: null,
  }))
}

function mediaTypeOf(url: string): 'image/jpeg' | 'image/png' | undefined {
  const [path = ''] = url.split(/[?#]/, 1)
  if (/\.jpe?g$/i.test(path)) return 'image/jpeg'
  return /\.png$/i.test(path) ? 'image/png' : undefined
}

const isInUse = ({ isActive, type }: OctoPointFragment): boolean => isActive && type === 'MEETING_POINT'

const pointLocation = ({ name, description, latitude, longitude, address }: OctoPointFragment): LocationBody =>
  locationBody({ title: name, shortDescription: description, type: 'START' }, { latitude, longitude, address })

const placesOf = (
  cenotes: readonly { readonly name: string; readonly location?: OctoLocationFragment }[],
  type: 'START' | 'POINT_OF_INTEREST',
): LocationBody[] =>
  cenotes.flatMap(({ name, location }) =>
    location ? [locationBody({ title: name, shortDescription: null, type }, location)] : [],
  )

interface Address {
  readonly latitude: number
  readonly longitude: number
  readonly address: string
  readonly municipality?: string
  readonly state?: string
  readonly zipCode?: string | null
}

const locationBody = (
  {
    title,
    shortDescription,
    type,
  }: { title: string; shortDescription: string | null; type: LocationBody['types'][number] },
  { latitude, longitude, address, municipality, state, zipCode }: Address,
): LocationBody => ({
  title,
  shortDescription,
  types: [type],
  minutesTo: null,
  minutesAt: null,
  place: {
    latitude,
    longitude,
    postalAddress: {
      streetAddress: address,
      addressLocality: municipality ?? null,
      addressRegion: state ?? null,
      postalCode: zipCode ?? null,
      addressCountry: 'MX',
      postOfficeBoxNumber: null,
    },
    identifiers: {
      googlePlaceId: null,
      applePlaceId: null,
      tripadvisorLocationId: null,
      yelpPlaceId: null,
      facebookPlaceId: null,
      foursquarePlaceId: null,
      baiduPlaceId: null,
      amapPlaceId: null,
    },
    sameAs: [],
  },
})
