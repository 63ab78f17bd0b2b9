import { localNow } from './calendar.ts'
import { booking, catalog, prepared, pricing, type Text } from './databases.ts'
import { publicUrl } from './settings.ts'

interface List {
  en: string[]
}
interface Quantity {
  avg: number
  unit: string
}
export interface FullCenote {
  id: string
  slug: string
  name_en: string
  description_en: string
  latitude: number
  longitude: number
  address: string
  state: string
  municipality: string
  zip_code: string | null
  directions: Text | null
  landmarks: string[] | null
  contact: { phone?: string; email?: string; website?: string; social?: Record<string, string> } | null
  adult_cents: number
  currency: string
  includes: List
  excludes: List | null
  features: {
    type: string
    depth: { min: number; max: number; unit: string }
    temperature: Quantity
    visibility: Quantity | null
    difficulty: string
    accessibility: { wheelchairAccessible: boolean; stairsToWater: number; platformAvailable: boolean }
  }
  daily_capacity: number
  hourly_capacity: number
  open_time: string
  close_time: string
  timezone: string
  days_open: string[]
  cutoffs: { weekday: string; minutes: number }[]
  booking_cutoff_minutes: number
  ratings_five: number
  ratings_four: number
  ratings_three: number
  ratings_two: number
  ratings_one: number
  rating_average: number
  images: { id: string; url: string; alt: Text; type: string; order: number }[]
  guidelines: { beforeVisit: List; duringVisit: List; safety: List } | null
  weather: {
    bestVisitingMonths: string[]
    rainySeasonImpact: Text
    temperature: { water: Quantity; air: { min: number; max: number; unit: string } }
  } | null
  conservation: {
    status: string
    protectedBy: string
    conservationEfforts: List
    impact: { environmental: Text; community: Text; economic: Text }
  } | null
  certifications: { name: string; issuer: string; validUntil: string; criteria: string[] }[] | null
  featured: boolean
  popularity: number
  verified_at: Date | null
  is_active: boolean
  created_at: Date
  updated_at: Date
  total: number
  /** Only of a single cenote, not in a list. */
  long_description?: Text | null
}
interface AmenityRow {
  cenote_id: string
  id: string
  name: Text
  category: string
  available: boolean
  hours: string | null
  requirements: List | null
  cost_cents: number
  description: Text | null
  icon: string | null
  capacity: number | null
  features: List | null
  menu: { item: Text; priceCents: number; description: Text | null }[] | null
}

/** JSON.stringify drops undefined members. */
const some = <T>(value: T | null | undefined): T | undefined => value ?? undefined
const quantity = ({ avg, unit }: Quantity): Quantity => ({ avg, unit })

/** Columns of a cenote in a list. */
export const columns = `id, slug, name_en, description_en, latitude, longitude, address, state, municipality, zip_code, directions, landmarks,
  contact, adult_cents, currency, includes, excludes, features,
  daily_capacity, hourly_capacity, open_time, close_time, timezone, days_open, cutoffs, booking_cutoff_minutes, ratings_five, ratings_four,
  ratings_three, ratings_two, ratings_one, rating_average, images, guidelines, weather, conservation, certifications,
  featured, popularity, verified_at, is_active, created_at, updated_at`

/** The REST representation of cenotes; a single one has more members, also of its amenities. */
export async function represented(found: readonly FullCenote[], isDetailed: boolean): Promise<object[]> {
  const ids = found.map(({ id }) => id)
  const [amenities, days, multipliers, groups] = await Promise.all([
    prepared<AmenityRow>(
      catalog,
      isDetailed ? 'amenities-whole' : 'amenities',
      `SELECT o.cenote_id, a.id, a.name, a.category, o.available, o.hours, o.requirements, o.cost_cents
         ${isDetailed ? ', a.description, a.icon, o.capacity, o.features, o.menu' : ''}
       FROM cenote_amenity o JOIN amenity a ON a.id = o.amenity_id WHERE o.cenote_id = ANY($1) ORDER BY o.cost_cents, a.id`,
      [ids],
    ),
    prepared<{ product_id: string; booked: number }>(
      booking,
      'today',
      'SELECT product_id, booked FROM inventory_day JOIN unnest($1::uuid[], $2::text[]) AS t (product_id, visit_date) USING (product_id, visit_date)',
      [ids, found.map(({ timezone }) => localNow(timezone).slice(0, 10))],
    ),
    prepared<{ product_id: string | null; category: string; multiplier: number }>(
      pricing,
      'multipliers',
      `SELECT product_id, category, multiplier FROM age_configuration
       WHERE is_active AND category IN ('child', 'senior') AND (source = 'global' OR product_id = ANY($1)) ORDER BY product_id NULLS LAST`,
      [ids],
    ),
    prepared<{ product_id: string | null; min_people: number; value: number }>(
      pricing,
      'groups',
      `SELECT r.product_id, r.min_people, r.value FROM discount_rule r LEFT JOIN promotion p ON p.id = r.promotion_id
       WHERE r.is_active AND r.auto_apply AND r.min_people > 1 AND r.discount_type <> 'fixed' AND r.user_eligibility = 'all'
         AND (r.applies_to IN ('all', 'cenote') OR r.product_id = ANY($1))
         AND (p.id IS NULL OR p.status = 'active' AND now() BETWEEN p.starts_at AND p.ends_at) ORDER BY r.min_people`,
      [ids],
    ),
  ])
  const booked = new Map(days.map((day) => [day.product_id, day.booked]))
  return found.map((c) => {
    const { contact, features, weather, conservation } = c
    const isHere = ({ product_id }: { product_id: string | null }): boolean =>
      product_id === null || product_id === c.id
    const priceOf = (category: string): number => {
      const found = multipliers.find((one) => one.category === category && isHere(one))
      return Math.round((c.adult_cents * (found?.multiplier ?? 0)) / 10_000) / 100
    }
    return {
      id: c.id,
      name: c.name_en,
      slug: c.slug,
      description: c.description_en,
      ...(isDetailed ? { longDescription: some(c.long_description?.en) } : {}),
      location: {
        latitude: c.latitude,
        longitude: c.longitude,
        address: c.address,
        state: c.state,
        municipality: c.municipality,
        zipCode: some(c.zip_code),
        directions: some(c.directions?.en),
        landmarks: some(c.landmarks),
      },
      contact: contact
        ? {
            phone: some(contact.phone),
            email: some(contact.email),
            website: some(contact.website),
            social: contact.social
              ? {
                  facebook: some(contact.social.facebook),
                  instagram: some(contact.social.instagram),
                  tripadvisor: some(contact.social.tripadvisor),
                }
              : undefined,
          }
        : undefined,
      pricing: {
        adult: c.adult_cents / 100,
        child: priceOf('child'),
        senior: priceOf('senior'),
        currency: c.currency,
        includes: c.includes.en,
        excludes: some(c.excludes?.en),
        groupDiscounts: groups
          .filter(isHere)
          .map(({ min_people, value }) => ({ minSize: min_people, discount: value / 100 })),
      },
      features: {
        type: features.type.toLowerCase().replace('_', '-'),
        depth: { min: features.depth.min, max: features.depth.max, unit: features.depth.unit },
        temperature: quantity(features.temperature),
        visibility: features.visibility ? quantity(features.visibility) : undefined,
        difficulty: features.difficulty.toLowerCase(),
        accessibility: {
          wheelchairAccessible: features.accessibility.wheelchairAccessible,
          stairsToWater: features.accessibility.stairsToWater,
          platformAvailable: features.accessibility.platformAvailable,
        },
      },
      amenities: amenities
        .filter(({ cenote_id }) => cenote_id === c.id)
        .map((a) => ({
          id: a.id,
          name: a.name.en,
          category: a.category,
          available: a.available,
          hours: some(a.hours),
          requirements: some(a.requirements?.en),
          ...(isDetailed
            ? {
                description: some(a.description?.en),
                icon: some(a.icon),
                capacity: some(a.capacity),
                features: some(a.features?.en),
              }
            : {}),
          cost: a.cost_cents / 100,
          ...(isDetailed && a.menu
            ? {
                menu: a.menu.map(({ item, priceCents, description }) => ({
                  item: item.en,
                  ...(description ? { description: description.en } : {}),
                  price: priceCents / 100,
                })),
              }
            : {}),
        })),
      capacity: { daily: c.daily_capacity, hourly: c.hourly_capacity, current: booked.get(c.id) ?? 0 },
      schedule: {
        openTime: c.open_time,
        closeTime: c.close_time,
        timezone: c.timezone,
        daysOpen: c.days_open,
        cutoffs: c.cutoffs.map(({ weekday, minutes }) => ({ weekday, minutes })),
      },
      bookingCutoffMinutes: c.booking_cutoff_minutes,
      rating: {
        average: c.rating_average,
        count: c.ratings_five + c.ratings_four + c.ratings_three + c.ratings_two + c.ratings_one,
        breakdown: {
          '5': c.ratings_five,
          '4': c.ratings_four,
          '3': c.ratings_three,
          '2': c.ratings_two,
          '1': c.ratings_one,
        },
      },
      images: c.images.map(({ id, url, alt, type, order }) => ({
        id,
        url: url.startsWith('/') ? publicUrl + url : url,
        alt: alt.en,
        type,
        order,
      })),
      guidelines: c.guidelines
        ? {
            beforeVisit: c.guidelines.beforeVisit.en,
            duringVisit: c.guidelines.duringVisit.en,
            safety: c.guidelines.safety.en,
          }
        : undefined,
      weather: weather
        ? {
            bestVisitingMonths: weather.bestVisitingMonths,
            rainySeasonImpact: weather.rainySeasonImpact.en,
            temperature: {
              water: quantity(weather.temperature.water),
              air: {
                min: weather.temperature.air.min,
                max: weather.temperature.air.max,
                unit: weather.temperature.air.unit,
              },
            },
          }
        : undefined,
      conservation: conservation
        ? {
            status: conservation.status,
            protectedBy: conservation.protectedBy,
            conservation_efforts: conservation.conservationEfforts.en,
            impact: {
              environmental: conservation.impact.environmental.en,
              community: conservation.impact.community.en,
              economic: conservation.impact.economic.en,
            },
          }
        : undefined,
      certifications: c.certifications?.map(({ name, issuer, validUntil, criteria }) => ({
        name,
        issuer,
        validUntil,
        criteria,
      })),
      metadata: {
        featured: c.featured,
        popularity: c.popularity,
        lastUpdated: c.updated_at,
        verifiedAt: c.verified_at,
      },
      isActive: c.is_active,
      createdAt: c.created_at,
      updatedAt: c.updated_at,
    }
  })
}
