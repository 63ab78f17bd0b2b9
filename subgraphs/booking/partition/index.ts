import { addMonthsJob } from './months.ts'

/** Partitions by month (docs/decisions/0207-tables-by-month.md). */
export const partitions = { jobs: [addMonthsJob] }

export { prepareMonths } from './months.ts'
export { arePartitioned, partitionReservations, requireNoReservations } from './store/reservations.ts'
