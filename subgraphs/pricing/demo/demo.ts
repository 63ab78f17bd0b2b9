import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { environments } from '../../../platform/trust/identity.ts'
import type { Database } from '../database.ts'
import { coupons } from './coupons.ts'
import { promotions, rules } from './rules.ts'
import { text } from './text.ts'

/** Services every demo cenote has an opinion on: included, optional or not available. */
const services = {
  'life-vest': {
    name: text('Life vest', 'Chaleco salvavidas', 'Gilet de sauvetage'),
    description: text('One for each visitor', 'Uno por visitante'),
    category: 'equipment',
    minutes: null,
  },
  locker: {
    name: text('Locker', 'Casillero', 'Casier'),
    description: text('For the length of the visit', 'Durante la visita'),
    category: 'other',
    minutes: null,
  },
  'snorkel-kit': {
    name: text('Snorkel kit', 'Equipo de snorkel', 'Équipement de plongée en apnée'),
    description: text('Mask, snorkel and fins', 'Visor, snorkel y aletas'),
    category: 'equipment',
    minutes: null,
  },
  'private-guide': {
    name: text('Private guide', 'Guía privado', 'Guide privé'),
    description: text('Certified guide, two hours', 'Guía certificado, dos horas'),
    category: 'guide',
    minutes: 120,
  },
  'photo-package': {
    name: text('Photo package', 'Paquete de fotos', 'Forfait photo'),
    description: text('Twenty edited pictures', 'Veinte fotos editadas'),
    category: 'photo',
    minutes: 30,
  },
  lunch: {
    name: text('Regional lunch', 'Comida regional', 'Déjeuner régional'),
    description: text('Yucatecan dishes and drinks', 'Platillos yucatecos y bebidas'),
    category: 'food',
    minutes: 60,
  },
  'hotel-transfer': {
    name: text('Hotel transfer', 'Traslado desde el hotel', 'Transfert depuis l’hôtel'),
    description: text('Round trip by van', 'Viaje redondo en camioneta'),
    category: 'transportation',
    minutes: 90,
    transport: { vehicleTypes: ['van', 'bus'], maxCapacity: 14, pricePerKmCents: 800 },
  },
} as const
type ServiceSlug = keyof typeof services

function transportConfigOf(slug: ServiceSlug): object {
  const service = services[slug]
  return 'transport' in service ? { transportConfig: service.transport } : {}
}

const offers: Readonly<Record<string, Partial<Record<ServiceSlug, number | 'included' | 'not_available'>>>> = {
  'gran-cenote': {
    'life-vest': 'included',
    'snorkel-kit': 8_000,
    'private-guide': 60_000,
    'photo-package': 35_000,
    lunch: 'not_available',
    locker: 3_000,
    'hotel-transfer': 45_000,
  },
  'ik-kil': {
    'life-vest': 'included',
    locker: 3_000,
    lunch: 25_000,
    'private-guide': 50_000,
    'snorkel-kit': 'not_available',
  },
  'dos-ojos': { 'life-vest': 'included', 'snorkel-kit': 10_000, 'private-guide': 80_000, 'photo-package': 40_000 },
  suytun: { 'life-vest': 'included', 'photo-package': 30_000, lunch: 22_000, 'snorkel-kit': 'not_available' },
  zaci: { 'life-vest': 4_000, lunch: 20_000, 'private-guide': 40_000 },
  'cenote-cristal': { 'life-vest': 'included', 'snorkel-kit': 7_000 },
  'casa-cenote': { 'life-vest': 'included', 'snorkel-kit': 9_000, 'private-guide': 70_000 },
  azul: { 'life-vest': 'included', locker: 2_500, lunch: 18_000 },
}

/** How every cenote is reached, distances measured from itself: type, base, price of a kilometre, seats. */
const cenoteTransport = [
  ['meeting_point', 0, 0, 50],
  ['hotel_pickup', 15_000, 800, 14],
  ['private_transfer', 60_000, 1_500, 8],
] as const

const tulum = { name: 'Tulum', latitude: 20.2114, longitude: -87.4654, radius: 20 }
const playa = { name: 'Playa del Carmen', latitude: 20.6296, longitude: -87.0739, radius: 15 }
const valladolid = { name: 'Valladolid', latitude: 20.6896, longitude: -88.2011, radius: 15 }

/** Where guests of a tour are picked up, and for how much: the zones that the catalog's demo data lists. */
const tourZones = [
  { slug: 'tulum-cenotes-classic', ...tulum, base: 25_000 },
  { slug: 'tulum-cenotes-classic', ...playa, base: 45_000 },
  { slug: 'dos-ojos-diving', ...playa, base: 25_000 },
  { slug: 'ruta-de-los-cenotes', ...playa, base: 25_000 },
  { slug: 'valladolid-colonial-cenotes', ...valladolid, base: 15_000 },
] as const

const overrides = [
  {
    itemType: 'cenote',
    slug: 'gran-cenote',
    category: 'child',
    names: text('Child', 'Niño'),
    descriptions: text('4 to 12 years', 'De 4 a 12 años'),
    ages: [4, 12],
    multiplier: 8_000,
    order: 2,
  },
  {
    itemType: 'cenote',
    slug: 'ik-kil',
    category: 'child',
    names: text('Child', 'Niño'),
    descriptions: text('3 to 12 years, half price', 'De 3 a 12 años, mitad de precio'),
    ages: [3, 12],
    multiplier: 5_000,
    order: 2,
  },
  {
    itemType: 'tour',
    slug: 'dos-ojos-diving',
    category: 'teen',
    names: text('Teen diver', 'Buzo adolescente'),
    descriptions: text('13 to 17 years, full equipment', 'De 13 a 17 años, equipo completo'),
    ages: [13, 17],
    multiplier: 10_000,
    order: 3,
  },
] as const

/** Writes the demo prices of the design's decisions, once and the same in both environments. */
export async function seedDemoPrices(databases: PerEnvironment<Database>): Promise<void> {
  await Promise.all(environments.map((environment) => seed(databases[environment])))
}

async function seed({ prisma }: Database): Promise<void> {
  const skipDuplicates = true
  await prisma.$transaction([
    prisma.ageConfiguration.createMany({
      skipDuplicates,
      data: overrides.map(
        ({ itemType, slug, category, names, descriptions, ages: [minAge, maxAge], multiplier, order }) => ({
          id: demoId('age-configuration', `${slug}-${category}`),
          itemType,
          itemId: demoId(itemType, slug),
          category,
          names,
          descriptions,
          minAge,
          maxAge,
          multiplier,
          isActive: true,
          displayOrder: order,
        }),
      ),
    }),
    prisma.cenoteService.createMany({
      skipDuplicates,
      data: Object.entries(offers).flatMap(([slug, offered]) =>
        (Object.entries(offered) as [ServiceSlug, number | 'included' | 'not_available'][]).map(
          ([service, price], index) => ({
            id: demoId('cenote-service', `${slug}-${service}`),
            cenoteId: demoId('cenote', slug),
            serviceId: demoId('service', service),
            name: services[service].name,
            description: services[service].description,
            category: services[service].category,
            inclusionType: typeof price === 'number' ? 'optional' : price,
            priceCents: typeof price === 'number' ? price : price === 'included' ? 0 : null,
            isActive: true,
            displayOrder: index + 1,
            durationMinutes: services[service].minutes,
            ...transportConfigOf(service),
          }),
        ),
      ),
    }),
    prisma.transportOption.createMany({
      skipDuplicates,
      data: [
        ...cenoteTransport.map(([type, baseCents, centsPerKm, vehicleCapacity]) => ({
          id: demoId('transport', type),
          itemType: 'cenote',
          itemId: null,
          type,
          baseCents,
          centsPerKm,
          vehicleCapacity,
          latitude: null,
          longitude: null,
          zoneRadiusKm: null,
        })),
        ...tourZones.map(({ slug, name, latitude, longitude, radius, base }) => ({
          id: demoId('transport', `${slug}-${name}`),
          itemType: 'tour',
          itemId: demoId('tour', slug),
          type: 'hotel_pickup',
          baseCents: base,
          centsPerKm: 0,
          vehicleCapacity: 14,
          latitude,
          longitude,
          zoneRadiusKm: radius,
        })),
      ],
    }),
    prisma.promotion.createMany({
      skipDuplicates,
      data: Object.entries(promotions).map(([slug, promotion]) => ({
        id: demoId('promotion', slug),
        slug,
        ...promotion,
      })),
    }),
    prisma.discountRule.createMany({
      skipDuplicates,
      data: rules.map((rule) => ({
        id: demoId('discount-rule', rule.slug),
        name: rule.name,
        description: rule.description,
        discountType: rule.discountType,
        appliesTo: rule.appliesTo,
        itemId: 'cenote' in rule ? demoId('cenote', rule.cenote) : null,
        value: rule.value,
        minAmountCents: 'minAmountCents' in rule ? rule.minAmountCents : null,
        maxDiscountCents: rule.maxDiscountCents,
        minPeople: 'minPeople' in rule ? rule.minPeople : null,
        priority: rule.priority,
        stackable: rule.stackable,
        excludeTransport: rule.discountType === 'percentage',
        userEligibility: 'eligibility' in rule ? rule.eligibility : 'all',
        promotionId: 'promotion' in rule ? demoId('promotion', rule.promotion) : null,
        isActive: true,
      })),
    }),
    prisma.coupon.createMany({
      skipDuplicates,
      data: coupons.map((coupon) => ({
        id: demoId('coupon', coupon.code),
        stackable: true,
        priority: 1,
        usageCount: 0,
        usageBefore: coupon.usageCount ?? 0,
        isActive: true,
        description: coupon.name,
        ...coupon,
      })),
    }),
  ])
}
