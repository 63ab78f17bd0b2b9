/** Documents of a reservation. */
export const documentTypes = ['confirmation', 'ticket'] as const
export type DocumentType = (typeof documentTypes)[number]

/** Everything of a reservation that a signed address can show. */
export const fileKinds = ['qr', ...documentTypes] as const
export type FileKind = (typeof fileKinds)[number]
