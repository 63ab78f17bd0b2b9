import type { Environment } from '../../../platform/trust/identity.ts'
import { isLoopback, webOrigin } from '../../../platform/values/web-origin.ts'
import type { FieldError } from '../../../schema/field-errors.ts'
import type { PartnerSettings } from './settings.ts'

const maxCharacters = 2_000
/**
 * Visible characters but the backslash: parsers of addresses drop or replace all others, so that a text is followed
 * otherwise than it reads.
 */
const plainText = /^[^\s\p{Cc}\\]*$/u

type Read<Name extends string> =
  ({ readonly [N in Name]: string } & { readonly problem?: undefined }) | { readonly problem: FieldError }

/** An origin that guests may be sent back to, in its normal form, or what is wrong with it. */
export function readOrigin(text: string): Read<'origin'> {
  const origin = webOrigin(text)
  return origin?.isSecure ? { origin: origin.text } : { problem: { code: 'NOT_AN_HTTPS_ORIGIN' } }
}

/**
 * An address that the payment page sends a guest to, in its normal form, or what is wrong with it. It is compared as a
 * whole origin: no prefix of an address leads to another host.
 */
export function readReturnAddress(
  text: string,
  { returnOrigins }: Pick<PartnerSettings, 'returnOrigins'>,
  environment: Environment,
): Read<'address'> {
  if (text.length > maxCharacters) return { problem: { code: 'TOO_LONG', max: maxCharacters } }
  if (!plainText.test(text) || !URL.canParse(text)) return { problem: { code: 'NOT_AN_ABSOLUTE_URL' } }
  const url = new URL(text)
  const isTest = environment === 'sandbox' && url.protocol.startsWith('http') && isLoopback(url.hostname)
  if (url.protocol !== 'https:' && !isTest) return { problem: { code: 'NOT_AN_HTTPS_ADDRESS' } }
  if (url.username !== '' || url.password !== '') return { problem: { code: 'HAS_CREDENTIALS' } }
  if (!isTest && !returnOrigins.includes(url.origin)) return { problem: { code: 'NOT_A_RETURN_ORIGIN' } }
  return { address: url.href }
}
