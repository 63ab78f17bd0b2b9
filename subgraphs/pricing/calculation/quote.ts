import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Environment } from '../../../platform/trust/identity.ts'
import type { Seal } from '../../../platform/trust/seal.ts'
import type { Party } from '../age-configuration/index.ts'
import type { Residency } from '../generated/resolvers.ts'

/** The purchase that a price was calculated for, as far as a reservation can name it. */
export interface Quoted {
  /** The cenote or tour. */
  readonly productId: string
  readonly party: Party
  /** Requested services, by their id at the cenote and their global id. */
  readonly services: readonly { readonly id: string; readonly serviceId: string; readonly quantity: number }[]
  /** As it is stored; also when another discount left it no share. */
  readonly couponCode: string | null
  /** The present day at the product when the price was requested without one. */
  readonly visitDate: string
  readonly residency: Residency | null
}

/** A price promised to one partner in one environment. */
export interface Quote<Price> extends Quoted {
  readonly partnerId: string
  readonly environment: Environment
  readonly price: Price
  readonly expiresAt: Date
}

/** How long a price is promised. */
export const quoteMilliseconds = 15 * 60_000

/** Raised when the content of a token changes: older tokens are invalid and the price is calculated again. */
const form = 6
/** A hundred services make ten thousand characters; a longer token is not ours. */
const maxTokenLength = 50_000

/** The whole quote, signed: nothing is stored, and any replica can honour it. */
export function tokenOf<Price>({ expiresAt, ...quote }: Quote<Price>, seal: Seal): string {
  const body = JSON.stringify({ form, expiresAt: expiresAt.getTime(), ...quote })
  return seal.seal(deflateRawSync(body))
}

type Content<Price> = Omit<Quote<Price>, 'expiresAt'> & { readonly form: number; readonly expiresAt: number }

/** Null when the token is not ours or was altered; an expired one is recognized by its `expiresAt`. */
export function quoteOf<Price>(token: string, seal: Seal): Quote<Price> | null {
  const body = seal.open(token, maxTokenLength)
  if (!body) return null
  const content = JSON.parse(inflateRawSync(body).toString()) as Content<Price>
  return content.form === form ? { ...content, expiresAt: new Date(content.expiresAt) } : null
}
