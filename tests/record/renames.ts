/**
 * Names that one commit has in place of another's, for commits on both sides of a rename: old to new. A name with a dot
 * is a root field (`Query.cenotes`) or a member of a GraphQL type (`Amenity.id`, the type by its new name); one without
 * is a type of GraphQL, an `operationId`, or a member of any body.
 */
export const renames: Readonly<Record<string, string>> = {
  'AdditionalReservationPayment.id': 'paymentId',
  'Amenity.id': 'kind',
  'AppliedDiscount.id': 'ruleId',
  'AutomaticDiscount.id': 'ruleId',
  'ChangeSubject.id': 'subjectId',
  'Communication.id': 'communicationId',
  'Image.id': 'imageId',
  'Participant.id': 'participantId',
  'PricedService.id': 'cenoteServiceId',
  'ReservationMeetingPoint.id': 'meetingPointId',
  'ReservationPayment.id': 'paymentId',
  'ReservationService.id': 'cenoteServiceId',
  'ReservationSnapshot.id': 'reservationId',
  'Staff.id': 'staffId',
  'Tour.capacity': 'departureCapacity',
}
