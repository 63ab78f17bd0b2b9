/** The built-in partner of operator keys; it has no reservations. The same in every installation and environment. */
export const operatorPartner = { id: '6f706572-6174-8f72-8000-000000000001', name: 'Operator' } as const
