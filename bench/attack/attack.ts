/** The target of an attack, with the keys to use. */
export interface Target {
  /** Base URL of the product. */
  readonly url: string
  /** The local address of the connection, so that callers can be distinguished; undefined if there is only one. */
  readonly from: string | undefined
  /** Processes that accept connections; bounds of connections count in each of them. */
  readonly processes: number
  /** API keys by pricing tier. */
  readonly keys: Readonly<Record<'basic' | 'pro' | 'enterprise' | 'readonly' | 'operator' | 'bystander', string>>
}

export interface Outcome {
  /** The product's responses, in a few words. */
  readonly responses: string
  /** The failure of the product; undefined when it withstood the attack. */
  readonly breach?: string | undefined
}

/** The requests of the bystander meanwhile: reads, creations of reservations, or QR codes and tickets of new reservations. */
export type Traffic = 'reads' | 'writes' | 'files'

export interface Attack {
  readonly name: string
  /** Reads when absent. */
  readonly bystander?: Traffic
  /** Sends the requests of the attack and judges the responses. */
  readonly run: (target: Target) => Promise<Outcome>
}

/** How long a flood lasts. */
export const floodSeconds = 4
