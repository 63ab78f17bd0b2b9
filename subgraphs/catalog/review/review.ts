/** A stored review, in the visitor's own words. */
export interface ReviewRow {
  readonly id: string
  readonly cenoteId: string
  readonly rating: number
  readonly title: string
  readonly content: string
  readonly author: string
  readonly location: string | null
  /** YYYY-MM-DD. */
  readonly date: string
  readonly verified: boolean
  readonly helpful: number
  readonly photos: { url: string; caption: string | null }[]
}
