import { demoId } from '../../../platform/values/demo-id.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { LocalizedList } from '../text.ts'
import { cenoteSeeds, picturesOf } from './cenote-rows.ts'

interface MeetingPointSeed {
  key: string
  name: LocalizedText
  description: LocalizedText
  directions: LocalizedText
  zone?: boolean
  at: readonly [latitude: number, longitude: number]
  address: string
  minutesBefore: number
  /** Whole MXN; pricing's demo data has the same prices. At a cenote it is the base price of a pickup. */
  price?: number
}

interface TourSeed {
  slug: string
  name: LocalizedText
  description: LocalizedText
  minutes: number
  cenotes: string[]
  /** Whole MXN. */
  adult: number
  startTimes: string[]
  capacity: number
  includes: LocalizedList
  excludes: LocalizedList
  meetingPoints: MeetingPointSeed[]
}

const tulumStation: MeetingPointSeed = {
  key: 'ado-tulum',
  name: { en: 'Tulum bus station', es: 'Terminal ADO Tulum' },
  at: [20.2119, -87.4638],
  address: 'Av. Tulum, Centro, Tulum',
  minutesBefore: 15,
  description: { en: 'In front of the ADO terminal.', es: 'Frente a la terminal ADO.' },
  directions: { en: 'Look for the guide with the blue flag.', es: 'Busque al guía con la bandera azul.' },
}
const tulumHotels: MeetingPointSeed = {
  key: 'tulum-hotels',
  zone: true,
  name: { en: 'Tulum hotel zone', es: 'Zona hotelera de Tulum' },
  at: [20.1737, -87.4478],
  address: 'Carretera Tulum-Boca Paila, Tulum',
  minutesBefore: 30,
  price: 150,
  description: {
    en: 'Pick-up at any hotel of the beach road.',
    es: 'Recogida en cualquier hotel del camino de la playa.',
  },
  directions: {
    en: 'Wait in the lobby from half an hour before departure.',
    es: 'Espere en la recepción desde media hora antes de la salida.',
  },
}
const playaHotels: MeetingPointSeed = {
  key: 'playa-hotels',
  zone: true,
  name: { en: 'Hotels of Playa del Carmen', es: 'Hoteles de Playa del Carmen' },
  at: [20.6296, -87.0739],
  address: 'Centro y Playacar, Playa del Carmen',
  minutesBefore: 45,
  price: 150,
  description: {
    en: 'Pick-up at hotels of the centre and Playacar.',
    es: 'Recogida en hoteles del centro y Playacar.',
  },
  directions: { en: 'Wait at the hotel’s main entrance.', es: 'Espere en la entrada principal del hotel.' },
}
const valladolidSquare: MeetingPointSeed = {
  key: 'valladolid-square',
  name: { en: 'Main square of Valladolid', es: 'Parque principal de Valladolid' },
  at: [20.6896, -88.2016],
  address: 'Calle 41, Centro, Valladolid',
  minutesBefore: 15,
  description: { en: 'At the fountain of the Mestiza.', es: 'En la fuente de la Mestiza.' },
  directions: { en: 'The fountain stands in the middle of the square.', es: 'La fuente está al centro del parque.' },
}
const valladolidHotels: MeetingPointSeed = {
  key: 'valladolid-hotels',
  zone: true,
  name: { en: 'Hotels of Valladolid', es: 'Hoteles de Valladolid' },
  at: [20.6896, -88.2011],
  address: 'Centro, Valladolid',
  minutesBefore: 30,
  description: { en: 'Pick-up at any hotel of the town.', es: 'Recogida en cualquier hotel de la ciudad.' },
  directions: { en: 'Wait at the hotel’s main entrance.', es: 'Espere en la entrada principal del hotel.' },
}
const meridaSquare: MeetingPointSeed = {
  key: 'merida-santa-lucia',
  name: { en: 'Santa Lucía park, Mérida', es: 'Parque de Santa Lucía, Mérida' },
  at: [20.9707, -89.622],
  address: 'Calle 60 x 55, Centro, Mérida',
  minutesBefore: 20,
  description: {
    en: 'Under the arches on the corner of streets 60 and 55.',
    es: 'Bajo los arcos de la esquina de las calles 60 y 55.',
  },
  directions: { en: 'Two blocks north of the theatre.', es: 'Dos cuadras al norte del teatro.' },
}

const lunch = { en: ['Guide', 'Entrances', 'Transport', 'Lunch'], es: ['Guía', 'Entradas', 'Transporte', 'Comida'] }
const noLunch = { en: ['Guide', 'Entrances', 'Transport'], es: ['Guía', 'Entradas', 'Transporte'] }
const extras = { en: ['Drinks', 'Tips'], es: ['Bebidas', 'Propinas'] }

const tours: TourSeed[] = [
  {
    slug: 'tulum-cenotes-classic',
    name: { en: 'Classic Cenotes of Tulum', es: 'Cenotes clásicos de Tulum' },
    minutes: 360,
    cenotes: ['gran-cenote', 'calavera', 'zacil-ha'],
    adult: 1450,
    startTimes: ['08:00', '13:00'],
    capacity: 14,
    description: {
      en: 'Turtles, a jump through the skull and lunch at a village cenote, in one easy day.',
      es: 'Tortugas, un salto por la calavera y comida en un cenote de pueblo, en un día sin prisa.',
    },
    includes: lunch,
    excludes: extras,
    meetingPoints: [tulumStation, { ...tulumHotels, price: 250 }, { ...playaHotels, price: 450 }],
  },
  {
    slug: 'dos-ojos-diving',
    name: { en: 'Cavern Diving at Dos Ojos', es: 'Buceo en caverna en Dos Ojos' },
    minutes: 300,
    cenotes: ['dos-ojos', 'nicte-ha'],
    adult: 3600,
    startTimes: ['08:30'],
    capacity: 8,
    description: {
      en: 'Two guided cavern dives with tanks and weights, four divers to a guide.',
      es: 'Dos inmersiones guiadas en caverna con tanques y plomos, cuatro buzos por guía.',
    },
    includes: {
      en: ['Cave guide', 'Tanks and weights', 'Entrances', 'Snacks'],
      es: ['Guía de cuevas', 'Tanques y plomos', 'Entradas', 'Refrigerio'],
    },
    excludes: { en: ['Wetsuit', 'Photographs', 'Tips'], es: ['Traje de neopreno', 'Fotografías', 'Propinas'] },
    meetingPoints: [tulumStation, { ...playaHotels, price: 250 }],
  },
  {
    slug: 'valladolid-colonial-cenotes',
    name: { en: 'Valladolid and its Cenotes', es: 'Valladolid y sus cenotes' },
    minutes: 480,
    cenotes: ['zaci', 'suytun', 'samula', 'xkeken'],
    adult: 1200,
    startTimes: ['09:00'],
    capacity: 18,
    description: {
      en: 'A walk through the colonial town and swims in its four most famous waters.',
      es: 'Un paseo por la ciudad colonial y baños en sus cuatro aguas más famosas.',
    },
    includes: lunch,
    excludes: extras,
    meetingPoints: [valladolidSquare, { ...valladolidHotels, price: 150 }],
  },
  {
    slug: 'ruta-de-los-cenotes',
    name: { en: 'Route of the Cenotes', es: 'Ruta de los Cenotes' },
    minutes: 420,
    cenotes: ['kin-ha', 'azul', 'cristalino'],
    adult: 1350,
    startTimes: ['08:00'],
    capacity: 16,
    description: {
      en: 'Zip lines and an underground pool near Puerto Morelos, then two sunny pools by the sea.',
      es: 'Tirolesas y una poza subterránea cerca de Puerto Morelos, y luego dos pozas soleadas junto al mar.',
    },
    includes: noLunch,
    excludes: { en: ['Lunch', 'Tips'], es: ['Comida', 'Propinas'] },
    meetingPoints: [{ ...playaHotels, price: 250 }],
  },
  {
    slug: 'homun-underground',
    name: { en: 'Underground Yucatán', es: 'Yucatán subterráneo' },
    minutes: 450,
    cenotes: ['kankirixche', 'x-batun', 'dzombakal'],
    adult: 1150,
    startTimes: ['08:30'],
    capacity: 12,
    description: {
      en: 'Three village cenotes south of Mérida by van and bicycle.',
      es: 'Tres cenotes de pueblo al sur de Mérida en camioneta y bicicleta.',
    },
    includes: lunch,
    excludes: extras,
    meetingPoints: [meridaSquare],
  },
  {
    slug: 'calakmul-miguel-colorado',
    name: { en: 'Miguel Colorado and the Bats', es: 'Miguel Colorado y los murciélagos' },
    minutes: 600,
    cenotes: ['miguel-colorado', 'chencoh'],
    adult: 1900,
    startTimes: ['07:00'],
    capacity: 10,
    description: {
      en: 'Kayaks on the great lakes of Campeche, honey at Chencoh and a million bats at dusk.',
      es: 'Kayak en los grandes lagos de Campeche, miel en Chencoh y un millón de murciélagos al atardecer.',
    },
    includes: lunch,
    excludes: extras,
    meetingPoints: [
      {
        key: 'campeche-malecon',
        name: { en: 'Seafront of Campeche', es: 'Malecón de Campeche' },
        at: [19.8451, -90.5409],
        address: 'Av. Ruiz Cortines, San Francisco de Campeche',
        minutesBefore: 20,
        description: { en: 'At the Novia del Mar statue.', es: 'En la escultura de la Novia del Mar.' },
        directions: { en: 'Parking on the sea side.', es: 'Estacionamiento del lado del mar.' },
      },
    ],
  },
]

export const tourRows = tours.map((tour, index) => ({
  id: demoId('tour', tour.slug),
  slug: tour.slug,
  name_en: tour.name.en,
  name_es: tour.name.es,
  description: tour.description,
  duration_minutes: tour.minutes,
  adult_cents: tour.adult * 100,
  currency: 'MXN',
  start_times: tour.startTimes,
  capacity: tour.capacity,
  includes: tour.includes,
  excludes: tour.excludes,
  images: picturesOf('tours', tour.slug, tour.name),
  is_active: true,
  created_at: new Date(Date.UTC(2024, 2 + index, 1)).toISOString(),
}))

export const tourCenoteRows = tours.flatMap(({ slug, cenotes }) =>
  cenotes.map((cenote, index) => ({
    tour_id: demoId('tour', slug),
    cenote_id: demoId('cenote', cenote),
    visit_order: index + 1,
  })),
)

const pointRow = (
  owner: { cenote_id: string | null; tour_id: string | null },
  slug: string,
  point: MeetingPointSeed,
  index: number,
): object => ({
  id: demoId('meeting-point', `${slug}/${point.key}`),
  ...owner,
  name: point.name,
  description: point.description,
  directions: point.directions,
  type: point.zone ? 'PICKUP_ZONE' : 'MEETING_POINT',
  latitude: point.at[0],
  longitude: point.at[1],
  address: point.address,
  minutes_before: point.minutesBefore,
  price_cents: (point.price ?? 0) * 100,
  currency: 'MXN',
  is_active: true,
  display_order: index + 1,
})

/** Where visitors of a cenote are met: its gate, and for some a point in town. Others have none. */
const townPoints: Record<string, MeetingPointSeed[]> = {
  'gran-cenote': [tulumStation, tulumHotels],
  'dos-ojos': [tulumStation, playaHotels],
  calavera: [tulumStation],
  'ik-kil': [valladolidSquare],
  suytun: [valladolidSquare],
  zaci: [valladolidSquare],
  azul: [playaHotels],
  kankirixche: [meridaSquare],
  'miguel-colorado': [],
  'sac-actun': [],
}

export const meetingPointRows = [
  ...tours.flatMap(({ slug, meetingPoints }) =>
    meetingPoints.map((point, index) =>
      pointRow({ cenote_id: null, tour_id: demoId('tour', slug) }, slug, point, index),
    ),
  ),
  ...cenoteSeeds.flatMap((seed) => {
    const inTown = townPoints[seed.slug]
    if (!inTown) return []
    const gate: MeetingPointSeed = {
      key: 'gate',
      name: { en: 'Ticket booth', es: 'Taquilla' },
      at: seed.at,
      address: seed.address,
      minutesBefore: 15,
      description: { en: `At the entrance of ${seed.name.en}.`, es: `En la entrada de ${seed.name.es}.` },
      directions: seed.directions,
    }
    return [gate, ...inTown].map((point, index) =>
      pointRow({ cenote_id: demoId('cenote', seed.slug), tour_id: null }, seed.slug, point, index),
    )
  }),
]
