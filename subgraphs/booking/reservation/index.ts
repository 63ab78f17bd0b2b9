export { bindingDeadline, cancellationDeadline, policy as cancellationPolicy } from './cancellation.ts'
export { canApply, lifecycle, statuses } from './lifecycle.ts'
export { isUuid } from './repository.ts'
export { peopleOf, reviveReservation, type Reservation, type ShownReservation } from './reservation.ts'
