/** The leader of a party, as it is stored. */
export interface Guest {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly nationality?: string | null
  readonly dateOfBirth?: string | null
  readonly emergencyContact?: { readonly name: string; readonly phone: string; readonly relationship: string } | null
  /** Stored and shown as given. */
  readonly preferences?: unknown
  readonly loyaltyMember?: unknown
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly country?: string | null
  readonly postalCode?: string | null
  readonly locales?: readonly string[] | null
  readonly notes?: string | null
}
