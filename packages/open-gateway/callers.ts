import { mebibyte } from '../../platform/http/body.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { Callers } from '../../gateway/auth/callers.ts'
import type { CallerMeter } from '../../gateway/rate-limit/caller-meter.ts'

/** Counts nothing. Callers only take turns, by their address, when documents are planned. */
class OpenMeter implements CallerMeter {
  readonly headers = {}
  /** Nothing is known of how long a response stays true, so none is public. */
  readonly hasOwnLimit = true
  readonly hasTimeLeft = true

  constructor(readonly id: string) {}

  async take(): Promise<void> {
    // Not limited.
  }

  async use(): Promise<void> {
    // Not limited.
  }

  async guess(): Promise<() => Promise<void>> {
    return async () => undefined
  }

  spend(): void {
    // Not limited.
  }
}

const anonymous = (requestId: string): Identity => ({
  partnerId: null,
  environment: 'live',
  scopes: [],
  locale: 'en',
  requestId,
})

/** Callers without keys: all of them are anonymous and none is limited. */
export const openCallers: Callers = {
  socketsNeedKey: false,
  authenticate: ({ requestId }) => Promise.resolve(anonymous(requestId)),
  meter: (_identity, clientAddress = 'ourselves') => new OpenMeter(clientAddress),
  bodyBounds: () => ({ maxBytes: mebibyte, maxMembers: Infinity }),
  watch: () => () => undefined,
}
