/** Pages of guests that signed addresses open: a payment page, a visit, a review. */
export const pageKinds = ['checkout', 'visit', 'review'] as const
export type PageKind = (typeof pageKinds)[number]
