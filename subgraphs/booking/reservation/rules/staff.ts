import type { Staff } from '../reservation.ts'

export interface StaffInput {
  readonly id?: string | null
  readonly name?: string | null
}

export const staffOf = (staff: StaffInput | null | undefined): Staff | null =>
  staff ? { id: staff.id ?? null, name: staff.name ?? null } : null
