import type { PerEnvironment } from '../../../platform/database.ts'
import { demoId } from '../../../platform/demo-id.ts'
import { environments } from '../../../platform/identity.ts'
import type { Database } from '../database.ts'

const text = (en: string, es: string) => ({ en, es })

/** Services every demo cenote has an opinion on: included, optional or not available. */
const services = {
  'life-vest': {
    name: text('Life vest', 'Chaleco salvavidas'),
    description: text('One for each visitor', 'Uno por visitante'),
    category: 'equipment',
    minutes: null,
  },
  locker: {
    name: text('Locker', 'Casillero'),
    description: text('For the length of the visit', 'Durante la visita'),
    category: 'other',
    minutes: null,
  },
  'snorkel-kit': {
    name: text('Snorkel kit', 'Equipo de snorkel'),
    description: text('Mask, snorkel and fins', 'Visor, snorkel y aletas'),
    category: 'equipment',
    minutes: null,
  },
  'private-guide': {
    name: text('Private guide', 'Guía privado'),
    description: text('Certified guide, two hours', 'Guía certificado, dos horas'),
    category: 'guide',
    minutes: 120,
  },
  'photo-package': {
    name: text('Photo package', 'Paquete de fotos'),
    description: text('Twenty edited pictures', 'Veinte fotos editadas'),
    category: 'photo',
    minutes: 30,
  },
  lunch: {
    name: text('Regional lunch', 'Comida regional'),
    description: text('Yucatecan dishes and drinks', 'Platillos yucatecos y bebidas'),
    category: 'food',
    minutes: 60,
  },
  'hotel-transfer': {
    name: text('Hotel transfer', 'Traslado desde el hotel'),
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

/** Where guests of a tour are picked up, and for how much: the zones that the catalogue's demo data lists. */
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

const promotions = {
  season: {
    name: text('Cenote season', 'Temporada de cenotes'),
    status: 'active',
    promotionType: 'seasonal',
    startsAt: new Date('2026-01-01T00:00:00Z'),
    endsAt: new Date('2036-01-01T00:00:00Z'),
  },
  'summer-2025': {
    name: text('Summer 2025', 'Verano 2025'),
    status: 'ended',
    promotionType: 'seasonal',
    startsAt: new Date('2025-06-01T00:00:00Z'),
    endsAt: new Date('2025-09-01T00:00:00Z'),
  },
} as const

/** Rules that a small party without a coupon does not meet by itself. */
const rules = [
  {
    slug: 'group-8',
    name: text('Groups from 8 people', 'Grupos desde 8 personas'),
    description: text('10 percent for 8 people or more', '10 por ciento para 8 personas o más'),
    discountType: 'quantity_based',
    appliesTo: 'all',
    value: 10,
    minPeople: 8,
    maxDiscountCents: 200_000,
    priority: 20,
    stackable: true,
  },
  {
    slug: 'big-spender',
    name: text('5 percent from 5,000 pesos', '5 por ciento desde 5,000 pesos'),
    description: text('Transport excluded', 'No incluye transporte'),
    discountType: 'percentage',
    appliesTo: 'cenote',
    value: 5,
    minAmountCents: 500_000,
    maxDiscountCents: 100_000,
    priority: 10,
    stackable: true,
  },
  {
    slug: 'tour-fixed',
    name: text('100 pesos off big tours', '100 pesos menos en tours grandes'),
    description: text('On tours from 6,000 pesos', 'En tours desde 6,000 pesos'),
    discountType: 'fixed',
    appliesTo: 'tour',
    value: 10_000,
    minAmountCents: 600_000,
    maxDiscountCents: 10_000,
    priority: 5,
    stackable: true,
    promotion: 'season',
  },
  {
    slug: 'exclusive-ik-kil',
    name: text('Ik Kil for 15 and more', 'Ik Kil para 15 o más'),
    description: text('20 percent, with no other discount', '20 por ciento, sin otros descuentos'),
    discountType: 'percentage',
    appliesTo: 'specific',
    cenote: 'ik-kil',
    value: 20,
    minPeople: 15,
    maxDiscountCents: 1_000_000,
    priority: 50,
    stackable: false,
    promotion: 'season',
  },
  {
    slug: 'partner-groups',
    name: text('Groups of our partners', 'Grupos de nuestros socios'),
    description: text('3 percent on groups from 50,000 pesos', '3 por ciento en grupos desde 50,000 pesos'),
    discountType: 'percentage',
    appliesTo: 'all',
    value: 3,
    minAmountCents: 5_000_000,
    maxDiscountCents: 500_000,
    priority: 4,
    stackable: true,
    eligibility: 'authenticated',
  },
  {
    slug: 'vip',
    name: text('VIP guests', 'Huéspedes VIP'),
    description: text('15 percent, with no other discount', '15 por ciento, sin otros descuentos'),
    discountType: 'percentage',
    appliesTo: 'all',
    value: 15,
    maxDiscountCents: 500_000,
    priority: 30,
    stackable: false,
    eligibility: 'vip',
  },
  {
    slug: 'first',
    name: text('First purchase', 'Primera compra'),
    description: text('8 percent on the first visit', '8 por ciento en la primera visita'),
    discountType: 'percentage',
    appliesTo: 'all',
    value: 8,
    maxDiscountCents: 100_000,
    priority: 8,
    stackable: true,
    eligibility: 'first_purchase',
  },
  {
    slug: 'resident',
    name: text('Quintana Roo residents', 'Residentes de Quintana Roo'),
    description: text('25 percent with proof of residence', '25 por ciento con comprobante de domicilio'),
    discountType: 'percentage',
    appliesTo: 'cenote',
    value: 25,
    maxDiscountCents: 500_000,
    priority: 40,
    stackable: false,
    eligibility: 'local_resident',
  },
  {
    slug: 'national',
    name: text('Mexican nationals', 'Mexicanos'),
    description: text('50 pesos off with an official document', '50 pesos menos con identificación oficial'),
    discountType: 'fixed',
    appliesTo: 'cenote',
    value: 5_000,
    maxDiscountCents: 5_000,
    priority: 6,
    stackable: true,
    eligibility: 'mexican_national',
  },
  {
    slug: 'summer-2025',
    name: text('Summer 2025', 'Verano 2025'),
    description: text('30 percent, over', '30 por ciento, terminado'),
    discountType: 'percentage',
    appliesTo: 'all',
    value: 30,
    maxDiscountCents: 500_000,
    priority: 60,
    stackable: false,
    promotion: 'summer-2025',
  },
] as const

interface DemoCoupon {
  readonly code: string
  readonly name: { en: string; es: string }
  readonly description?: { en: string; es: string }
  readonly discountType: string
  readonly value: number
  readonly serviceId?: string
  readonly itemId?: string
  readonly minPurchaseCents?: number
  readonly maxDiscountCents?: number
  readonly usageLimit?: number
  readonly usageCount?: number
  readonly validFrom?: Date
  readonly validUntil?: Date
  readonly isActive?: boolean
}

const coupons: readonly DemoCoupon[] = [
  {
    code: 'CENOTE10',
    name: text('10 percent off', '10 por ciento menos'),
    discountType: 'percentage',
    value: 10,
    maxDiscountCents: 500_000,
  },
  { code: 'FIJO200', name: text('200 pesos off', '200 pesos menos'), discountType: 'fixed_amount', value: 20_000 },
  {
    code: 'FREEGUIDE',
    name: text('Free guide', 'Guía gratis'),
    discountType: 'free_service',
    value: 0,
    serviceId: demoId('service', 'private-guide'),
  },
  {
    code: 'EXPIRED2024',
    name: text('Expired', 'Vencido'),
    discountType: 'percentage',
    value: 20,
    validUntil: new Date('2024-12-31T23:59:59Z'),
  },
  {
    code: 'FUTURE2099',
    name: text('Not yet valid', 'Aún no válido'),
    discountType: 'percentage',
    value: 20,
    validFrom: new Date('2099-01-01T00:00:00Z'),
  },
  {
    code: 'SOLDOUT',
    name: text('Used up', 'Agotado'),
    discountType: 'percentage',
    value: 20,
    usageLimit: 5,
    usageCount: 5,
  },
  { code: 'INACTIVE', name: text('Inactive', 'Inactivo'), discountType: 'percentage', value: 20, isActive: false },
  {
    code: 'MINSPEND5000',
    name: text('From 5,000 pesos', 'Desde 5,000 pesos'),
    discountType: 'percentage',
    value: 15,
    minPurchaseCents: 500_000,
  },
  {
    code: 'IKKIL15',
    name: text('15 percent at Ik Kil', '15 por ciento en Ik Kil'),
    discountType: 'percentage',
    value: 15,
    itemId: demoId('cenote', 'ik-kil'),
  },
]

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
