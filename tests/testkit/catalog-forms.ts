/** Inputs of createCenote and createTour with everything that is required, and slugs of their own. */

const texts = (text: string) => ({ en: text, es: `${text} (es)` })
const lists = (text: string) => ({ en: [text], es: [`${text} (es)`] })

export const cenoteInput = (slug: string, more: object = {}) => ({
  slug,
  name: texts(`Cenote ${slug}`),
  description: texts('A quiet pool.'),
  location: {
    latitude: 20.3,
    longitude: -87.4,
    address: 'Carretera 307, km 240',
    state: 'Quintana Roo',
    municipality: 'Tulum',
  },
  pricing: { adultCents: 30_000, includes: lists('Entrance') },
  features: {
    type: 'OPEN',
    depth: { min: 1, max: 8, unit: 'METERS' },
    temperature: { avg: 25, unit: 'CELSIUS' },
    difficulty: 'BEGINNER',
    accessibility: { wheelchairAccessible: false, platformAvailable: true },
  },
  capacity: { daily: 100, hourly: 20 },
  schedule: {
    openTime: '09:00',
    closeTime: '17:00',
    timezone: 'America/Cancun',
    daysOpen: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
  },
  ...more,
})

/** A cenote of an installation file, which spells weekdays and units in lower case. */
export const cenoteItem = (slug: string, more: object = {}) => {
  const { features, schedule, ...form } = cenoteInput(slug)
  const { depth, temperature } = features
  return {
    ...form,
    features: { ...features, depth: { ...depth, unit: 'meters' }, temperature: { ...temperature, unit: 'celsius' } },
    schedule: { ...schedule, daysOpen: schedule.daysOpen.map((day) => day.toLowerCase()) },
    ...more,
  }
}

export const meetingPointInput = (name: string, more: object = {}) => ({
  name: texts(name),
  description: texts('At the gate.'),
  type: 'MEETING_POINT',
  latitude: 20.3,
  longitude: -87.4,
  address: 'Carretera 307, km 240',
  minutesBefore: 15,
  ...more,
})

export const tourInput = (slug: string, cenoteIds: readonly string[], more: object = {}) => ({
  slug,
  name: texts(`Tour ${slug}`),
  description: texts('Two pools in a day.'),
  durationMinutes: 240,
  cenoteIds,
  pricing: { adultCents: 90_000, includes: lists('Guide') },
  startTimes: ['08:00', '13:00'],
  capacity: 12,
  ...more,
})
