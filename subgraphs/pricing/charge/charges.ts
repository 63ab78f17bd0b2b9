/** What is charged beside prices. */
export interface Charges {
  /** Percentage points on subtotal less discounts, of all taxes together. */
  readonly taxPercent: number
  /** Cents of MXN for each reservation, of all fees together. */
  readonly feesCents: number
}
