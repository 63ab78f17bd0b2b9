import { formatVersion, schemaName } from './format.ts'

/** A first installation file, to be edited: one cenote with all that it needs to be sold. */
export const starterText = `# yaml-language-server: $schema=${schemaName}
# An installation file: what one environment sells. Check it and see what it would do:
#   npm run catalog -- import <this file> --dry-run
# Lists that are left out are left as they are. Items are known by their slug, id or code.
$schema: ${schemaName}
formatVersion: ${formatVersion}

# What cenotes offer. A cenote names amenities by their id.
amenities:
  - id: life-jackets
    category: facilities # facilities, activities or dining
    name:
      en: Life jackets
      es: Chalecos salvavidas

cenotes:
  # Lowercase letters, digits and hyphens; it is in addresses and should never change.
  - slug: cenote-azul
    isActive: true # false: not on sale yet
    name:
      en: Cenote Azul
      es: Cenote Azul
    description:
      en: An open pool with shallow, clear water.
      es: Un cenote abierto de agua clara y poco profunda.
    location:
      latitude: 20.4167
      longitude: -87.0833
      address: Carretera 307, km 266
      state: Quintana Roo
      municipality: Solidaridad
    pricing:
      adultCents: 18000 # cents: 180 pesos
      currency: MXN
      includes:
        en: [Entrance, Life jacket]
        es: [Entrada, Chaleco salvavidas]
    features:
      type: OPEN # OPEN, SEMI_OPEN, CAVE or UNDERGROUND
      depth: { min: 1, max: 5, unit: meters }
      temperature: { avg: 25, unit: celsius }
      difficulty: BEGINNER # BEGINNER, INTERMEDIATE or ADVANCED
      accessibility: { wheelchairAccessible: false, platformAvailable: true }
    capacity:
      hourly: 40 # people a slot of one hour
      daily: 300
    schedule:
      openTime: "09:00" # times in quotation marks, local
      closeTime: "17:00"
      timezone: America/Cancun
      daysOpen: [monday, tuesday, wednesday, thursday, friday, saturday, sunday]
    amenities:
      - id: life-jackets

tours: []
`
