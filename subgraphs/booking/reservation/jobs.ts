import type { JobDefinition } from '../../../platform/process/job.ts'
import { endHolds, markMissed } from './expire/end-holds.ts'
import type { ReservationServices } from './context.ts'
import { pruneTestMail } from './notifications/test-mail.ts'

export const reservationJobs: readonly JobDefinition<ReservationServices>[] = [
  {
    name: 'ending holds',
    everyMilliseconds: 1_000,
    work: (services, { environment }) => endHolds(services, environment),
  },
  {
    name: 'marking no-shows',
    everyMilliseconds: 1_000,
    work: (services, { environment }) => markMissed(services, environment),
  },
  {
    name: 'sending mails',
    everyMilliseconds: 1_000,
    work: ({ mails }, { environment }) => mails.workOnDue(environment),
  },
  {
    name: 'removing old test mail',
    everyMilliseconds: 60_000,
    work: (services, { environment }) => pruneTestMail(services, environment),
  },
]
