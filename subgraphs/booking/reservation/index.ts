export { reviveReservation, type Reservation } from './reservation.ts'
