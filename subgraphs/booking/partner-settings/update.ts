import { isDeepStrictEqual } from 'node:util'
import { administer, type Change } from '../../../platform/postgres/changes.ts'
import { apiError, requireValid, validationError } from '../../../schema/errors.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { administrator } from '../context.ts'
import { forSeller, partnerOf } from '../caller.ts'
import type { UpdatePartnerSettingsInput } from '../generated/resolvers.ts'
import type { SettingsContext } from './context.ts'
import { lockSettings, writeSettings } from './repository.ts'
import { readOrigin } from './return-address.ts'
import type { PartnerSettings } from './settings.ts'

const maxOrigins = 20

/**
 * Changes the settings of the caller's partner, or by an operator those of the partner that it names, else of `direct`.
 * Errors: ERROR_VALIDACION, EDIT_CONFLICT, INSUFFICIENT_PERMISSIONS, PARTNER_NOT_FOUND.
 */
export async function updateSettings(
  input: UpdatePartnerSettingsInput,
  caller: SettingsContext,
): Promise<PartnerSettings> {
  const context = forSeller(input.partnerId, caller)
  const partnerId = partnerOf(context)
  const returnOrigins = input.returnOrigins && readOrigins(input.returnOrigins)
  await administer(administrator(caller), async (client): Promise<Change> => {
    const before = await lockSettings(client, partnerId)
    if (before.version !== input.version) throw apiError('EDIT_CONFLICT', { currentVersion: before.version })
    const { guestMay, hidePrice, tickets } = before
    const after: PartnerSettings = {
      ...before,
      version: before.version + 1,
      guestMay: {
        cancel: input.guestMay?.cancel ?? guestMay.cancel,
        change: input.guestMay?.change ?? guestMay.change,
      },
      hidePrice: input.hidePrice ?? hidePrice,
      tickets: input.tickets ?? tickets,
      returnOrigins: returnOrigins ?? before.returnOrigins,
      updatedAt: context.clock.now(),
    }
    const isChanged = !isDeepStrictEqual(recorded(before), recorded(after))
    // The first change of a partner has no row to lock.
    if (isChanged && !(await writeSettings(client, after)))
      throw apiError('EDIT_CONFLICT', { currentVersion: after.version })
    return {
      subject: { type: 'partner_settings', id: partnerId },
      action: 'updated',
      before: recorded(before),
      after: recorded(after),
    }
  })
  const reader = context.services.settings[context.database.environment]
  reader.forget(partnerId)
  return reader.present(partnerId)
}

/** The settings as the record of a change has them. */
const recorded = ({ guestMay, hidePrice, tickets, returnOrigins }: PartnerSettings): object => ({
  guestMay,
  hidePrice,
  tickets,
  returnOrigins,
})

/** Origins in their normal form, each once. Error: ERROR_VALIDACION. */
function readOrigins(texts: readonly string[]): string[] {
  if (texts.length > maxOrigins) throw validationError({ returnOrigins: [{ code: 'TOO_MANY_ITEMS', max: maxOrigins }] })
  const fieldErrors: FieldErrors = {}
  const origins = texts.flatMap((text, index) => {
    const read = readOrigin(text)
    if ('origin' in read) return [read.origin]
    fieldErrors[`returnOrigins.${index}`] = [read.problem]
    return []
  })
  requireValid(fieldErrors)
  return [...new Set(origins)]
}
