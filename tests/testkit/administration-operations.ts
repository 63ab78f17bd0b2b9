import type { Environment } from '../../platform/trust/identity.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { cenoteInput, tourInput } from './catalog-forms.ts'
import { operator, operatorKeys } from './operator.ts'
import { nextSaturday } from './product.ts'

interface AdministrationOperation {
  readonly need: `${string}:${string}`
  /** Arguments as GraphQL text; `unique` is a text that was not used before. */
  readonly args: (unique: string) => string
  /** Arguments that name something made for one use of them; `args` names nothing then. */
  readonly prepare?: (url: string, environment: Environment) => Promise<string>
}

/** A value as GraphQL text; names in capitals are those of enums. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `${name}: ${literal(inner)}`)
      .join(', ')}}`
  return typeof value === 'string' && /^[A-Z_]{4,}$/.test(value) ? value : JSON.stringify(value)
}

const manages = (
  need: AdministrationOperation['need'],
  input: (unique: string) => object,
): AdministrationOperation => ({
  need,
  args: (unique) => `(input: ${literal(input(unique))})`,
})
const catalog = (input: (unique: string) => object) => manages('catalog:manage', input)
const calendar = (input: (unique: string) => object) => manages('inventory:write', input)
const visitDate = nextSaturday()
const days = { cenoteId: demoId('cenote', 'chencoh'), from: visitDate, to: visitDate }
const closure = { ...days, reason: 'weather' }
const specialEvent = { ...days, name: { en: 'Dance', es: 'Danza' }, startTime: '10:00', endTime: '12:00' }
const noId = '5d2ff4a8-2e61-4d4b-9b4e-0d7a5b1f2c11'
const removes = (mutation: string, input: object): AdministrationOperation => ({
  ...calendar(() => ({ id: noId })),
  async prepare(url, environment) {
    const made = await operator(url, operatorKeys[environment]).ask(
      `mutation { made: ${mutation}(input: ${literal(input)}) { id } }`,
    )
    return `(input: { id: "${made.made.id}" })`
  },
})
const cenote = (slug: string) => ({ id: demoId('cenote', slug), version: 1 })
const tour = (slug: string) => ({ id: demoId('tour', slug), version: 1 })

/** A use of each root field of administration; a change is one that leaves everything as it is, where it can be. */
export const administrationOperations: Readonly<Record<string, AdministrationOperation>> = {
  'Query.changes': { need: 'platform:manage', args: () => '(of: { type: AMENITY, id: "parking" })' },
  'Query.amenityKinds': { need: 'catalog:manage', args: () => '' },
  'Query.calendar': {
    need: 'inventory:write',
    args: () => `(cenoteId: "${demoId('cenote', 'gran-cenote')}", from: "${visitDate}", to: "${visitDate}")`,
  },
  'Mutation.createAmenity': catalog((unique) => ({
    id: `amenity-${unique}`,
    category: 'dining',
    name: { en: 'Bar', es: 'Bar' },
  })),
  'Mutation.updateAmenity': catalog(() => ({ id: 'parking', version: 1 })),
  'Mutation.createCenote': catalog((unique) => cenoteInput(`cenote-${unique}`)),
  'Mutation.updateCenote': catalog(() => cenote('gran-cenote')),
  'Mutation.publishCenote': catalog(() => cenote('gran-cenote')),
  'Mutation.deactivateCenote': catalog(() => cenote('chencoh')),
  'Mutation.updateCenoteSchedule': catalog(() => cenote('gran-cenote')),
  'Mutation.createClosure': calendar(() => closure),
  'Mutation.deleteClosure': removes('createClosure', closure),
  'Mutation.createSpecialEvent': calendar(() => specialEvent),
  'Mutation.deleteSpecialEvent': removes('createSpecialEvent', specialEvent),
  'Mutation.overrideSlots': calendar(() => ({ ...days, reason: 'wind' })),
  'Mutation.clearSlotOverrides': calendar(() => days),
  'Mutation.createTour': catalog((unique) => tourInput(`tour-${unique}`, [demoId('cenote', 'gran-cenote')])),
  'Mutation.updateTour': catalog(() => tour('tulum-cenotes-classic')),
  'Mutation.publishTour': catalog(() => tour('tulum-cenotes-classic')),
  'Mutation.deactivateTour': catalog(() => tour('homun-underground')),
}
