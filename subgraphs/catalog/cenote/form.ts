import { Type, type Static } from 'typebox'
import {
  Degrees,
  Cents,
  Form,
  FormDate,
  FormText,
  FormTextLists,
  FormTexts,
  FormTime,
  FormTimeZone,
  FormUrl,
  maxListItems,
  OneOf,
  Slug,
} from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm } from '../../../schema/form.ts'
import { Count, ImageForms, maxNameLength, MeetingPointForms, PricingForm, repeated } from '../form-parts.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const lengthUnits = ['meters', 'feet'] as const
const temperatureUnits = ['celsius', 'fahrenheit'] as const
const measure = (units: readonly string[], description: string) =>
  Form({ avg: Type.Number({ description: 'Average.' }), unit: OneOf(units, 'Unit.') }, { description })
const shortText = (description: string) => FormText(500, description)
const shortTexts = (description: string) => Type.Array(shortText(description), { maxItems: maxListItems, description })

export const CapacityForm = Form({
  daily: Count('People a day.'),
  hourly: Count('People a slot of one hour.'),
})

export const ScheduleForm = Form({
  openTime: FormTime('First slot, HH:MM, local.'),
  closeTime: FormTime('Closing time, HH:MM, local.'),
  timezone: FormTimeZone('IANA time zone.'),
  daysOpen: Type.Array(OneOf(weekdays, 'Weekday.'), {
    minItems: 1,
    maxItems: weekdays.length,
    description: 'Weekdays it opens on.',
  }),
})

const OfferedAmenityForm = Form({
  id: Slug('Id of the amenity.'),
  available: Type.Optional(Type.Boolean({ description: 'Whether it can be used at present; true when absent.' })),
  costCents: Type.Optional(Cents('Price in cents of MXN; 0 when absent.')),
  hours: Type.Optional(FormText(200, 'Opening hours.')),
  requirements: Type.Optional(FormTextLists('What one must bring or meet.')),
  capacity: Type.Optional(Count('How many people it serves.')),
  features: Type.Optional(FormTextLists('Particulars.')),
  menu: Type.Optional(
    Type.Array(
      Form({
        item: FormTexts(200, 'Name.'),
        priceCents: Cents('Price in cents of MXN.'),
        description: Type.Optional(FormTexts(500, 'Description.')),
      }),
      { maxItems: 200, description: 'What a kitchen serves.' },
    ),
  ),
})

/** A cenote as an operator describes it. */
export const cenoteSchema = Form({
  slug: Slug('URL-friendly name, unique.'),
  name: FormTexts(maxNameLength, 'Name.'),
  description: FormTexts(maxNameLength, 'Short description.'),
  longDescription: Type.Optional(FormTexts(20_000, 'Long description.')),
  location: Form({
    latitude: Degrees(90, 'Degrees north.'),
    longitude: Degrees(180, 'Degrees east.'),
    address: shortText('Postal address or road.'),
    state: FormText(200, 'State.'),
    municipality: FormText(200, 'Municipality.'),
    zipCode: Type.Optional(FormText(20, 'Postal code.')),
    directions: Type.Optional(FormTexts(2_000, 'How to get there.')),
    landmarks: Type.Optional(shortTexts('What stands nearby.')),
  }),
  contact: Type.Optional(
    Form({
      phone: Type.Optional(FormText(100, 'Telephone number.')),
      email: Type.Optional(Type.String({ format: 'email', maxLength: 254, description: 'E-mail address.' })),
      website: Type.Optional(FormUrl('Web site.')),
      social: Type.Optional(
        Form({
          facebook: Type.Optional(shortText('Facebook page.')),
          instagram: Type.Optional(shortText('Instagram account.')),
          tripadvisor: Type.Optional(shortText('Tripadvisor page.')),
        }),
      ),
    }),
  ),
  pricing: PricingForm,
  features: Form({
    type: OneOf(['OPEN', 'SEMI_OPEN', 'CAVE', 'UNDERGROUND'], 'Shape.'),
    depth: Form({
      min: Type.Number({ minimum: 0, description: 'Shallowest.' }),
      max: Type.Number({ minimum: 0, description: 'Deepest.' }),
      unit: OneOf(lengthUnits, 'Unit.'),
    }),
    temperature: measure(temperatureUnits, 'Water temperature.'),
    visibility: Type.Optional(measure(lengthUnits, 'How far one sees under water.')),
    difficulty: OneOf(['BEGINNER', 'INTERMEDIATE', 'ADVANCED'], 'How hard a visit is.'),
    accessibility: Form({
      wheelchairAccessible: Type.Boolean({ description: 'Whether a wheelchair gets to the water.' }),
      stairsToWater: Type.Optional(Count('Steps down to the water.')),
      platformAvailable: Type.Boolean({ description: 'Whether there is a platform at the water.' }),
    }),
  }),
  capacity: CapacityForm,
  schedule: ScheduleForm,
  amenities: Type.Optional(Type.Array(OfferedAmenityForm, { maxItems: 200, description: 'What it offers.' })),
  images: Type.Optional(ImageForms),
  guidelines: Type.Optional(
    Form({
      beforeVisit: FormTextLists('Before the visit.'),
      duringVisit: FormTextLists('During the visit.'),
      safety: FormTextLists('For safety.'),
    }),
  ),
  weather: Type.Optional(
    Form({
      bestVisitingMonths: shortTexts('Best months, in English, lowercase.'),
      rainySeasonImpact: FormTexts(2_000, 'What the rainy season changes.'),
      temperature: Form({
        water: measure(temperatureUnits, 'Water.'),
        air: Form({
          min: Type.Number({ description: 'Lowest.' }),
          max: Type.Number({ description: 'Highest.' }),
          unit: OneOf(temperatureUnits, 'Unit.'),
        }),
      }),
    }),
  ),
  conservation: Type.Optional(
    Form({
      status: FormText(200, 'Protection status.'),
      protectedBy: FormText(200, 'Who protects it.'),
      conservationEfforts: FormTextLists('What is done.'),
      impact: Form({
        environmental: FormTexts(2_000, 'For nature.'),
        community: FormTexts(2_000, 'For the community.'),
        economic: FormTexts(2_000, 'For the economy.'),
      }),
    }),
  ),
  certifications: Type.Optional(
    Type.Array(
      Form({
        name: FormText(200, 'Name.'),
        issuer: FormText(200, 'Who issued it.'),
        validUntil: FormDate('Last day it holds.'),
        criteria: shortTexts('What it certifies.'),
      }),
      { maxItems: maxListItems, description: 'Certificates.' },
    ),
  ),
  meetingPoints: Type.Optional(MeetingPointForms),
  featured: Type.Optional(Type.Boolean({ description: 'Whether it is featured; false when absent.' })),
  popularity: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Higher is more popular.' })),
  verifiedAt: Type.Optional(Type.String({ format: 'date-time', description: 'When it was last verified on site.' })),
})

export type CenoteForm = Static<typeof cenoteSchema>
export type CenoteOpening = Pick<CenoteForm, 'schedule' | 'capacity'>

const openingRule = ({ schedule }: CenoteOpening): FieldErrors => ({
  ...(schedule.closeTime <= schedule.openTime ? { 'schedule.closeTime': [{ code: 'NOT_AFTER_OPEN_TIME' }] } : {}),
  ...repeated('schedule.daysOpen', schedule.daysOpen),
})

/** Schedule and capacity, which change together with what is booked. */
export const openingForm = compileForm(Form({ schedule: ScheduleForm, capacity: CapacityForm }), openingRule)

/** What is wrong with a cenote over several of its fields. */
export const cenoteRule = (form: CenoteForm): FieldErrors => ({
  ...openingRule(form),
  ...repeated('amenities', form.amenities?.map(({ id }) => id) ?? [], 'id'),
  ...repeated('images', form.images?.map(({ id }) => id) ?? [], 'id'),
  ...repeated('meetingPoints', form.meetingPoints?.map(({ id }) => id) ?? [], 'id'),
  ...(form.features.depth.max < form.features.depth.min
    ? { 'features.depth.max': [{ code: 'TOO_SMALL' as const, min: form.features.depth.min }] }
    : {}),
})

export const cenoteForm = compileForm(cenoteSchema, cenoteRule)
