/** Partners that every installation has, with the same ids in both environments. */

/** The partner of the operator's own keys; it sells nothing itself. */
export const operatorPartner = { id: '6f706572-6174-8f72-8000-000000000001', name: 'Operator' } as const

/** The partner for which operators and gate keys sell. */
export const directPartner = { id: '64697265-6374-8000-8000-000000000001', name: 'direct' } as const
