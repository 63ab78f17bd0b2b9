import type { TypedDocumentNode } from '@urql/core'
import { asForm, type FormValue } from '../../../editing/input-field.ts'
import * as operations from '../../../generated/operations.ts'
import type { InputTypeName } from '../../../generated/input-types.ts'
import type { TextKey } from '../../../text/text.ts'

/** An item of the catalog or of the prices, as administration reads it. */
export interface EditedItem {
  readonly id: string
  /** An update names the version that it changes. */
  readonly version: number
  /** The members of the input that creates it. */
  readonly stored: unknown
  readonly isActive?: boolean
  readonly usageCount?: number
}

export interface EditedPage {
  readonly page: {
    readonly totalCount: number
    readonly nodes: readonly EditedItem[]
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
  }
}
/** An item after a change. */
export interface SavedItem {
  readonly id?: string
  readonly version: number
  readonly stored?: unknown
  /** The disruption of the reservations that the change met. */
  readonly disruption?: { readonly id: string } | null
}

export type EditDocument = TypedDocumentNode<{ readonly item: SavedItem }, { input: FormValue }>
type ListDocument = TypedDocumentNode<EditedPage, { after: string | null; isActive?: boolean; search?: string | null }>

export interface Change {
  readonly document: EditDocument
  readonly input: InputTypeName
  /** The members of the input as they are stored, where they are not those of the item. */
  membersOf?(stored: FormValue): FormValue
}

/** Sent with an update, and not shown: the id and version, and what becomes of the reservations that it meets. */
export const notShown: readonly string[] = ['id', 'version', 'reservations', 'cancellationReason', 'notifyGuests']

/** Resources that can be listed, added and changed. */
export interface Resource {
  /** Part of the address. */
  readonly path: string
  readonly title: TextKey
  readonly scope: 'catalog:manage' | 'pricing:manage'
  readonly subject: operations.ChangeSubjectType
  readonly list: ListDocument
  /** One of them by its id; without it, it is looked for in the list. */
  readonly one?: TypedDocumentNode<{ readonly item: EditedItem | null }, { id: string }>
  readonly create: Change
  readonly update: Change
  /** Related parts that have their own mutations. */
  readonly parts?: readonly Change[]
  /** Publishing has its own mutations, and is listed separately. */
  readonly sale?: { readonly publish: EditDocument; readonly deactivate: EditDocument }
}

/** Forms are generated from the input types of these documents, so that their values have that type. */
const edits = <Data, Variables>(document: TypedDocumentNode<Data, Variables>): EditDocument =>
  document as unknown as EditDocument
const lists = <Data, Variables>(document: TypedDocumentNode<Data, Variables>): ListDocument =>
  document as unknown as ListDocument

export const resources: readonly Resource[] = [
  {
    path: 'cenotes',
    title: 'resource.cenotes',
    scope: 'catalog:manage',
    subject: 'CENOTE',
    list: lists(operations.EditCenotesDocument),
    one: operations.EditCenoteDocument,
    create: { document: edits(operations.CreateEditedCenoteDocument), input: 'CreateCenoteInput' },
    update: { document: edits(operations.UpdateEditedCenoteDocument), input: 'UpdateCenoteInput' },
    parts: [{ document: edits(operations.UpdateCenoteScheduleDocument), input: 'UpdateCenoteScheduleInput' }],
    sale: {
      publish: edits(operations.PublishCenoteDocument),
      deactivate: edits(operations.DeactivateCenoteDocument),
    },
  },
  {
    path: 'tours',
    title: 'resource.tours',
    scope: 'catalog:manage',
    subject: 'TOUR',
    list: lists(operations.EditToursDocument),
    one: operations.EditTourDocument,
    create: { document: edits(operations.CreateEditedTourDocument), input: 'CreateTourInput' },
    update: { document: edits(operations.UpdateEditedTourDocument), input: 'UpdateTourInput' },
    parts: [
      {
        document: edits(operations.UpdateTourDeparturesDocument),
        input: 'UpdateTourDeparturesInput',
        membersOf: (stored) => ({ ...stored, ...asForm(stored['departures']) }),
      },
    ],
    sale: { publish: edits(operations.PublishTourDocument), deactivate: edits(operations.DeactivateTourDocument) },
  },
  {
    path: 'amenities',
    title: 'resource.amenities',
    scope: 'catalog:manage',
    subject: 'AMENITY',
    list: lists(operations.EditAmenityKindsDocument),
    create: { document: edits(operations.CreateEditedAmenityDocument), input: 'CreateAmenityInput' },
    update: { document: edits(operations.UpdateEditedAmenityDocument), input: 'UpdateAmenityInput' },
  },
  {
    path: 'services',
    title: 'resource.services',
    scope: 'pricing:manage',
    subject: 'CENOTE_SERVICE',
    list: lists(operations.EditCenoteServicesDocument),
    create: { document: edits(operations.CreateEditedCenoteServiceDocument), input: 'CreateCenoteServiceInput' },
    update: { document: edits(operations.UpdateEditedCenoteServiceDocument), input: 'UpdateCenoteServiceInput' },
  },
  {
    path: 'ages',
    title: 'resource.ages',
    scope: 'pricing:manage',
    subject: 'AGE_CONFIGURATION',
    list: lists(operations.EditAllAgeConfigurationsDocument),
    create: { document: edits(operations.CreateEditedAgeConfigurationDocument), input: 'CreateAgeConfigurationInput' },
    update: { document: edits(operations.UpdateEditedAgeConfigurationDocument), input: 'UpdateAgeConfigurationInput' },
  },
  {
    path: 'discounts',
    title: 'resource.discounts',
    scope: 'pricing:manage',
    subject: 'DISCOUNT_RULE',
    list: lists(operations.EditDiscountRulesDocument),
    create: { document: edits(operations.CreateEditedDiscountRuleDocument), input: 'CreateDiscountRuleInput' },
    update: { document: edits(operations.UpdateEditedDiscountRuleDocument), input: 'UpdateDiscountRuleInput' },
  },
  {
    path: 'promotions',
    title: 'resource.promotions',
    scope: 'pricing:manage',
    subject: 'PROMOTION',
    list: lists(operations.EditPromotionsDocument),
    create: { document: edits(operations.CreateEditedPromotionDocument), input: 'CreatePromotionInput' },
    update: { document: edits(operations.UpdateEditedPromotionDocument), input: 'UpdatePromotionInput' },
  },
  {
    path: 'coupons',
    title: 'resource.coupons',
    scope: 'pricing:manage',
    subject: 'COUPON',
    list: lists(operations.EditCouponsDocument),
    create: { document: edits(operations.CreateEditedCouponDocument), input: 'CreateCouponInput' },
    update: { document: edits(operations.UpdateEditedCouponDocument), input: 'UpdateCouponInput' },
  },
  {
    path: 'transport',
    title: 'resource.transport',
    scope: 'pricing:manage',
    subject: 'TRANSPORT_OPTION',
    list: lists(operations.EditTransportOptionsDocument),
    create: { document: edits(operations.CreateEditedTransportOptionDocument), input: 'CreateTransportOptionInput' },
    update: { document: edits(operations.UpdateEditedTransportOptionDocument), input: 'UpdateTransportOptionInput' },
  },
]

/** Resources of which there is one. */
export interface Setting {
  readonly title: TextKey
  readonly subject: { readonly type: operations.ChangeSubjectType; readonly id: string }
  readonly query: TypedDocumentNode<
    { readonly item: { readonly version: number; readonly stored: unknown } },
    Record<string, never>
  >
  readonly update: Change
}

export const settings: readonly Setting[] = [
  {
    title: 'setting.charges',
    subject: { type: 'CHARGES', id: 'charges' },
    query: operations.EditChargesDocument as Setting['query'],
    update: { document: edits(operations.UpdateEditedChargesDocument), input: 'UpdateChargesInput' },
  },
  {
    title: 'setting.transportGroups',
    subject: { type: 'TRANSPORT_GROUP_DISCOUNTS', id: 'transport_group_discounts' },
    query: operations.EditTransportGroupDiscountsDocument as Setting['query'],
    update: {
      document: edits(operations.UpdateEditedTransportGroupDiscountsDocument),
      input: 'UpdateTransportGroupDiscountsInput',
    },
  },
]

/** The input whose members the change records of a subject have. */
export const inputOfSubject = (type: operations.ChangeSubjectType): InputTypeName | undefined =>
  resources.find(({ subject }) => subject === type)?.create.input ??
  settings.find(({ subject }) => subject.type === type)?.update.input
