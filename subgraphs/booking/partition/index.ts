import { addMonthsJob } from './months.ts'

/** Partitions of events by month (docs/decisions/0207-events-by-month.md). */
export const partitions = { jobs: [addMonthsJob] }

export { prepareMonths } from './months.ts'
