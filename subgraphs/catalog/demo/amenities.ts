import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { LocalizedList } from '../text.ts'

/** An amenity as most cenotes offer it; the price in whole MXN. */
export interface AmenitySeed {
  id: string
  category: 'facilities' | 'activities' | 'dining'
  icon: string
  name: LocalizedText
  description: LocalizedText
  price: number
  hours?: string
  capacity?: number
  requirements?: LocalizedList
  features?: LocalizedList
  menu?: { item: LocalizedText; price: number; description: LocalizedText }[]
}

export const amenities: AmenitySeed[] = [
  {
    id: 'parking',
    category: 'facilities',
    icon: 'car',
    name: { en: 'Parking', es: 'Estacionamiento' },
    description: { en: 'Guarded parking at the entrance.', es: 'Estacionamiento vigilado en la entrada.' },
    price: 0,
    capacity: 60,
  },
  {
    id: 'restrooms',
    category: 'facilities',
    icon: 'restroom',
    name: { en: 'Restrooms', es: 'Sanitarios' },
    description: { en: 'Restrooms with changing rooms.', es: 'Sanitarios con vestidores.' },
    price: 0,
  },
  {
    id: 'showers',
    category: 'facilities',
    icon: 'shower',
    name: { en: 'Showers', es: 'Regaderas' },
    description: {
      en: 'Open-air showers; a shower before the swim is compulsory.',
      es: 'Regaderas al aire libre; es obligatorio bañarse antes de entrar.',
    },
    price: 0,
    requirements: { en: ['Shower without soap before the swim'], es: ['Bañarse sin jabón antes de nadar'] },
  },
  {
    id: 'lockers',
    category: 'facilities',
    icon: 'lock',
    name: { en: 'Lockers', es: 'Casilleros' },
    description: { en: 'Lockers for a small backpack.', es: 'Casilleros para una mochila pequeña.' },
    price: 50,
    capacity: 80,
    requirements: { en: ['Leave an identity card as deposit'], es: ['Dejar una identificación como depósito'] },
  },
  {
    id: 'life-jackets',
    category: 'facilities',
    icon: 'life-ring',
    name: { en: 'Life jackets', es: 'Chalecos salvavidas' },
    description: { en: 'In every size, children included.', es: 'En todas las tallas, también para niños.' },
    price: 30,
    capacity: 120,
  },
  {
    id: 'snorkel-rental',
    category: 'activities',
    icon: 'mask',
    name: { en: 'Snorkel rental', es: 'Renta de esnórquel' },
    description: { en: 'Disinfected mask and snorkel.', es: 'Visor y esnórquel desinfectados.' },
    price: 80,
    capacity: 100,
    features: { en: ['Adult and child sizes'], es: ['Tallas para adultos y niños'] },
  },
  {
    id: 'guided-swim',
    category: 'activities',
    icon: 'guide',
    name: { en: 'Guided swim', es: 'Nado guiado' },
    description: {
      en: 'A bilingual guide shows the galleries and formations.',
      es: 'Un guía bilingüe muestra las galerías y formaciones.',
    },
    price: 250,
    hours: '09:00-15:00',
    capacity: 10,
    requirements: { en: ['Able to swim 50 metres'], es: ['Saber nadar 50 metros'] },
    features: { en: ['45 minutes', 'Torch included'], es: ['45 minutos', 'Linterna incluida'] },
  },
  {
    id: 'cavern-diving',
    category: 'activities',
    icon: 'diver',
    name: { en: 'Cavern diving', es: 'Buceo en caverna' },
    description: {
      en: 'Two dives along the permanent line with a certified cave guide.',
      es: 'Dos inmersiones por la línea permanente con guía certificado en cuevas.',
    },
    price: 2900,
    hours: '09:00-14:00',
    capacity: 12,
    requirements: {
      en: ['Open Water certificate', 'At least 10 logged dives'],
      es: ['Certificado Open Water', 'Al menos 10 inmersiones registradas'],
    },
  },
  {
    id: 'zip-line',
    category: 'activities',
    icon: 'zip-line',
    name: { en: 'Zip line', es: 'Tirolesa' },
    description: { en: 'Across the water, ending in a splash.', es: 'Sobre el agua, con final en chapuzón.' },
    price: 120,
    hours: '10:00-16:00',
    capacity: 20,
    requirements: { en: ['At least 1.20 m tall'], es: ['Medir al menos 1.20 m'] },
  },
  {
    id: 'kayak',
    category: 'activities',
    icon: 'kayak',
    name: { en: 'Kayak', es: 'Kayak' },
    description: {
      en: 'Double kayak for one hour, jacket included.',
      es: 'Kayak doble por una hora, con chaleco incluido.',
    },
    price: 200,
    capacity: 8,
  },
  {
    id: 'bicycle-rental',
    category: 'activities',
    icon: 'bicycle',
    name: { en: 'Bicycle rental', es: 'Renta de bicicletas' },
    description: { en: 'To ride between the cenotes of the park.', es: 'Para recorrer los cenotes del parque.' },
    price: 100,
    capacity: 25,
  },
  {
    id: 'restaurant',
    category: 'dining',
    icon: 'utensils',
    name: { en: 'Restaurant', es: 'Restaurante' },
    description: { en: 'Yucatecan kitchen cooked on wood fire.', es: 'Cocina yucateca a la leña.' },
    price: 0,
    hours: '11:00-16:30',
    capacity: 70,
    features: { en: ['Vegetarian dishes', 'Shaded terrace'], es: ['Platillos vegetarianos', 'Terraza con sombra'] },
    menu: [
      {
        item: { en: 'Cochinita pibil', es: 'Cochinita pibil' },
        price: 180,
        description: {
          en: 'Pork baked in a pit with achiote and sour orange.',
          es: 'Cerdo horneado bajo tierra con achiote y naranja agria.',
        },
      },
      {
        item: { en: 'Poc chuc', es: 'Poc chuc' },
        price: 195,
        description: { en: 'Grilled pork with red onion and beans.', es: 'Cerdo asado con cebolla morada y frijol.' },
      },
      {
        item: { en: 'Chaya empanadas', es: 'Empanadas de chaya' },
        price: 110,
        description: { en: 'Filled with chaya leaves and Edam cheese.', es: 'Rellenas de chaya y queso de bola.' },
      },
      {
        item: { en: 'Lime soup', es: 'Sopa de lima' },
        price: 95,
        description: {
          en: 'Chicken broth with lime and crisp tortilla.',
          es: 'Caldo de pollo con lima y tortilla crujiente.',
        },
      },
    ],
  },
  {
    id: 'snack-bar',
    category: 'dining',
    icon: 'coffee',
    name: { en: 'Snack bar', es: 'Cafetería' },
    description: { en: 'Fruit, coffee and cold drinks.', es: 'Fruta, café y bebidas frías.' },
    price: 0,
    hours: '09:00-16:00',
    menu: [
      {
        item: { en: 'Seasonal fruit', es: 'Fruta de temporada' },
        price: 60,
        description: { en: 'With lime and chilli.', es: 'Con limón y chile.' },
      },
      {
        item: { en: 'Hibiscus water', es: 'Agua de jamaica' },
        price: 40,
        description: { en: 'Half a litre.', es: 'Medio litro.' },
      },
    ],
  },
  {
    id: 'picnic-area',
    category: 'dining',
    icon: 'picnic',
    name: { en: 'Picnic area', es: 'Área de picnic' },
    description: { en: 'Tables under palapas; no glass, please.', es: 'Mesas bajo palapas; sin vidrio, por favor.' },
    price: 0,
    capacity: 40,
  },
]
