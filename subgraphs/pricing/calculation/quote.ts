import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Environment } from '../../../platform/trust/identity.ts'
import type { Seal } from '../../../platform/trust/seal.ts'
import type { Party } from '../age-configuration/index.ts'
import type { Residency } from '../generated/resolvers.ts'

/** What a price was calculated for, as far as a reservation can name it. */
export interface Quoted {
  readonly cenoteId: string
  readonly party: Party
  /** Services asked for, by their id at the cenote and everywhere. */
  readonly services: readonly { readonly id: string; readonly serviceId: string; readonly quantity: number }[]
  /** As it is stored; also when another discount left it no share. */
  readonly couponCode: string | null
  /** Null when the price was asked for without a day: it holds for any. */
  readonly visitDate: string | null
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

/** Raised when what a token holds changes its form: those of an earlier form are calculated anew. */
const form = 3
/** A hundred services make ten thousand characters; what is longer is none of ours. */
const maxTokenLength = 50_000

/** The whole quote, signed: nothing is kept here, and any replica can honour it. */
export function tokenOf<Price>({ expiresAt, ...quote }: Quote<Price>, seal: Seal): string {
  const body = JSON.stringify({ form, expiresAt: expiresAt.getTime(), ...quote })
  return seal.seal(deflateRawSync(body))
}

/** Null when the token is none of ours or was changed; one whose time is over is told by its `expiresAt`. */
export function quoteOf<Price>(token: string, seal: Seal): Quote<Price> | null {
  const body = seal.open(token, maxTokenLength)
  if (!body) return null
  const {
    form: given,
    expiresAt,
    ...quote
  } = JSON.parse(inflateRawSync(body).toString()) as Omit<Quote<Price>, 'expiresAt'> & {
    form: number
    expiresAt: number
  }
  return given === form ? { ...quote, expiresAt: new Date(expiresAt) } : null
}
