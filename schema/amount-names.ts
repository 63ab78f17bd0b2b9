/** Whether a member of a form is an amount in cents, such as `adultCents` or `centsPerKm`. */
export const isAmountName = (name: string): boolean => name.endsWith('Cents') || /^cents[A-Z]/.test(name)
