/** An id of a request that may be sent again; `crypto.randomUUID` is absent on pages without TLS. */
export const newRequestId = (prefix: string): string =>
  `${prefix}-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
