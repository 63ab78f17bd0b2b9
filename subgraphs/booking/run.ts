import path from 'node:path'
import { Type } from 'typebox'
import { httpExecutor } from '../../platform/graphql/http-executor.ts'
import { runSubgraph } from '../../platform/server/run-subgraph.ts'
import { HttpAddress } from '../../platform/process/setting-types.ts'
import { openPictureStore, pictureSettings } from '../../platform/pictures/store.ts'
import {
  bookingSettings,
  checkoutUrlsIn,
  holdLimitsOf,
  mailOptionsIn,
  privateReachOf,
  retrySecondsOf,
} from './config.ts'
import { createBookingSubgraph } from './server.ts'

const settings = {
  ...bookingSettings,
  ...pictureSettings,
  DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
  CATALOG_URL: HttpAddress(),
  PRICING_URL: HttpAddress(),
  /** Address that partners and guests use. */
  PUBLIC_URL: HttpAddress(),
}

/** Runs the subgraph in its own process. */
export const runBookingSubgraph = (): Promise<void> =>
  runSubgraph('booking', 4002, settings, async (own, { isProduction, ...common }) => {
    const subgraph = await createBookingSubgraph({
      ...common,
      catalog: httpExecutor(own.CATALOG_URL, common.signer, 'catalog'),
      pricing: httpExecutor(own.PRICING_URL, common.signer, 'pricing'),
      publicUrl: own.PUBLIC_URL.replace(/\/$/, ''),
      checkoutUrls: checkoutUrlsIn(own),
      reviewsUrl: own.REVIEWS_URL,
      holdMinutes: own.RESERVATION_HOLD_MINUTES,
      holdLimits: holdLimitsOf(own),
      horizonDays: own.BOOKING_HORIZON_DAYS,
      demoReservations: own.DEMO_RESERVATIONS,
      webhookRetrySeconds: retrySecondsOf(own.WEBHOOK_RETRY_SCHEDULE),
      webhookPrivateReach: privateReachOf(own.WEBHOOK_PRIVATE_ADDRESSES, isProduction),
      mail: mailOptionsIn(own, path.resolve(own.DATA_DIR, 'mail')),
      pictures: openPictureStore(own, path.resolve(own.DATA_DIR)),
    })
    await subgraph.seeded
    return subgraph
  })
