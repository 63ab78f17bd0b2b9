export type ProductType = 'cenote' | 'tour'

const image = 'images { imageId url alt type order }'
const meetingPoint = `meetingPoints {
  id name description directions type latitude longitude address minutesBefore priceCents currency isActive displayOrder }`

/**
 * The members of a product as events name them, each with what it selects. Without what no event reports: places taken
 * today, popularity, and a second name of `updatedAt`.
 */
export const memberSelections: Readonly<Record<ProductType, Readonly<Record<string, string>>>> = {
  cenote: {
    name: 'name',
    slug: 'slug',
    description: 'description',
    longDescription: 'longDescription',
    location: 'location { latitude longitude address state municipality zipCode directions landmarks }',
    contact: 'contact { phone email website social { facebook instagram tripadvisor } }',
    pricing:
      'pricing { adultCents childCents seniorCents currency includes excludes groupDiscounts { minSize discount } }',
    features: `features { type depth { min max unit } temperature { avg unit } visibility { avg unit } difficulty
      accessibility { wheelchairAccessible stairsToWater platformAvailable } }`,
    amenities: `amenities { kind name category available costCents hours requirements description icon capacity features
      menu { item priceCents description } }`,
    capacity: 'capacity { daily hourly }',
    schedule: 'schedule { openTime closeTime timezone daysOpen cutoffs { weekday minutes } }',
    bookingCutoffMinutes: 'bookingCutoffMinutes',
    rating: 'rating { average count breakdown { five four three two one } }',
    reviews: 'reviews { id rating title content author location date verified helpful }',
    images: image,
    guidelines: 'guidelines { beforeVisit duringVisit safety }',
    weather: `weather { bestVisitingMonths rainySeasonImpact
      temperature { water { avg unit } air { min max unit } } }`,
    conservation: 'conservation { status protectedBy conservationEfforts impact { environmental community economic } }',
    certifications: 'certifications { name issuer validUntil criteria }',
    meetingPoints: meetingPoint,
    metadata: 'metadata { featured verifiedAt }',
    isActive: 'isActive',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
  },
  tour: {
    name: 'name',
    slug: 'slug',
    description: 'description',
    durationMinutes: 'durationMinutes',
    cenoteIds: 'cenoteIds: cenotes { id }',
    pricing: 'pricing { adultCents childCents seniorCents currency }',
    timezone: 'timezone',
    departures: `departures { times { weekdays startTime capacity from until }
      exceptions { date startTime cancelled capacity } }`,
    startTimes: 'startTimes',
    capacity: 'capacity: departureCapacity',
    minParty: 'minParty',
    stops: 'stops { cenoteId offsetMinutes takesPlaces }',
    bookingCutoffMinutes: 'bookingCutoffMinutes',
    includes: 'includes',
    excludes: 'excludes',
    images: image,
    meetingPoints: meetingPoint,
    isActive: 'isActive',
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
  },
}

/** Members with amounts, which change with prices. */
export const pricedMembers: Readonly<Record<ProductType, readonly string[]>> = {
  cenote: ['pricing', 'amenities', 'meetingPoints'],
  tour: ['pricing', 'meetingPoints'],
}

/** Without `nextAvailable`, which follows from the days after it, and without prices. */
export const daySelections: Readonly<Record<ProductType, string>> = {
  cenote: `date available reason capacity { total booked remaining } closure { reason message }
    timeSlots { time available capacity booked remaining waitlist bookableUntil }`,
  tour: `date available reason capacity { total booked remaining } closure { reason message }
    timeSlots { time endTime available capacity booked remaining waitlist bookableUntil minParty reason
      stop { cenoteId time } }`,
}

const priced = 'cenoteServiceId name category quantity costCents isTransport'
const calculated = `{ basePriceCents ageAdjustments { category quantity multiplier subtotalCents } ageAdjustmentsTotalCents
  transportation { type strategy baseCostCents groupDiscountCents totalCents minutesBefore }
  includedServices { ${priced} reason } selectedServices { ${priced} } totalServicesCents
  automaticDiscounts { ruleId name type amountCents } subtotalCents discountsCents taxesCents feesCents totalCents currency }`

/** Prices of a small party in pesos and of a large one in dollars, with transport. */
const calculations = `small: priceCalculation(input: { ageBreakdown: { adult: 2, child: 1 }, visitDate: $date }) ${calculated}
  large: priceCalculation(input: { ageBreakdown: { adult: 8, teen: 1, senior: 1 }, visitDate: $date,
    transportationType: MEETING_POINT, skipTransportValidation: true, currency: USD }) ${calculated}`

const ages = 'category minAge maxAge pricingMultiplier source'

export const priceSelections: Readonly<Record<ProductType, string>> = {
  cenote: `${calculations} ageConfigurations { ${ages} }
    services { id serviceId name { es en } description { es en } category inclusionType priceCents isBookable isActive
      displayOrder transportConfig { vehicleTypes maxCapacity pricePerKmCents } }
    automaticDiscounts(input: { date: $date, totalPeople: 10 }) { totalCents discounts { name amountCents } }`,
  tour: `${calculations} ageConfigurations { ${ages} }`,
}

/** Prices that belong to no product, and the rules of all products. */
export const sharedPriceSelection = `exchangeRates { base rates { currency rate } } ageConfigurations { ${ages} }
  automaticDiscountRules { id name description discountType appliesTo itemId value minAmountCents maxDiscountCents minPeople
    priority stackable excludeTransportFromDiscount userEligibility isActive }`
